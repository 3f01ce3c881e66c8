import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import { isPublicDemo } from '@playhead/server-kit/identity/visitor.ts'
import { findDemoVisitor } from '@playhead/server-kit/state/server-state.sql.ts'
import { openSession } from './open-session.ts'

/** DEMO-005: a public demo is entered without login; everywhere else there is no session. */
export const enterDemo = async (app: App, request: RequestFacts) => {
  const userId = isPublicDemo(app.settings, request.header('host'))
    ? await findDemoVisitor(app.postgres)
    : undefined
  if (userId === undefined) throw new ApiError('unauthorized')
  return openSession(app, request, { userId, method: 'visitor' })
}
