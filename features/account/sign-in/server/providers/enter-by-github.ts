import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import { beginSecondFactor } from '@playhead/features/account/second-factor/server'
import { findUser } from '../accounts/users.sql.ts'
import { recordFailure } from '../record-failures.ts'
import { openSession } from '../sessions/open-session.ts'
import { presentSession } from '../sessions/present-session.ts'

export const enterByGithub = async (
  app: App,
  request: RequestFacts,
  userId: string,
  next: string | null,
) => {
  const user = await findUser(app.postgres, userId)
  if (user.disabled_at) {
    recordFailure({ app, request }, 'github', async () => ({ userId }))
    throw new ApiError('disabled_user')
  }
  const secondFactor = await beginSecondFactor(app, request, { user_id: userId, method: 'github' })
  if (secondFactor)
    return {
      data: { session: null, addresses: [], ticket: null, second_factor: secondFactor, next },
    }
  const session = await openSession(app, request, { userId, method: 'github' })
  return {
    data: {
      session: await presentSession(app, request, session),
      addresses: [],
      ticket: null,
      second_factor: null,
      next,
    },
  }
}
