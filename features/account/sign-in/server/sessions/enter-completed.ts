import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import type { CompletedSignIn } from '@playhead/features/account/second-factor/server'
import { findUser } from '../accounts/users.sql.ts'
import { openSession } from './open-session.ts'
import { presentSession } from './present-session.ts'

export const enterCompleted = async (
  app: App,
  request: RequestFacts,
  completed: CompletedSignIn,
) => {
  const user = await findUser(app.postgres, completed.user_id)
  if (user.disabled_at) throw new ApiError('disabled_user')
  const session = await openSession(app, request, {
    userId: user.id,
    method: completed.method,
    secondFactorAt: app.clock.now(),
  })
  return { data: await presentSession(app, request, session) }
}
