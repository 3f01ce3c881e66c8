import { ApiError } from '@playhead/contract-kit/errors.ts'
import { networkOf } from '@playhead/domain/network-of.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import { RateLimiter } from '@playhead/server-kit/http/rate-limit.ts'
import { isPublicDemo } from '@playhead/server-kit/identity/visitor.ts'
import { findDemoVisitor } from '@playhead/server-kit/state/server-state.sql.ts'
import { openSession } from './open-session.ts'

/** Each visit is a row for four hours, so a network begins fewer of them than it may make calls. */
const visits = { burst: 60, perSecond: 0.5 }
const limiters = new WeakMap<App, RateLimiter>()

const limiterOf = (app: App) => {
  const limiter = limiters.get(app) ?? new RateLimiter(visits, app.clock)
  limiters.set(app, limiter)
  return limiter
}

/** DEMO-005: a public demo is entered without login; everywhere else there is no session. */
export const enterDemo = async (app: App, request: RequestFacts) => {
  const userId = isPublicDemo(app.settings, request.header('host'))
    ? await findDemoVisitor(app.postgres)
    : undefined
  if (userId === undefined) throw new ApiError('unauthorized')
  limiterOf(app).take(networkOf(request.ip))
  return openSession(app, request, { userId, method: 'visitor' })
}
