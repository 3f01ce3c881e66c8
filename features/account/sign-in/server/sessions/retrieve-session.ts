import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { signIn } from '../../contract.ts'
import { enterDemo } from './enter-demo.ts'
import { presentSession } from './present-session.ts'
import { renewOldSession } from './renew-session.ts'

export const retrieveSession: Handlers<typeof signIn>['retrieve'] = async ({
  app,
  request,
  session,
}) => {
  if (session?.disabled_at) throw new ApiError('disabled_user')
  if (session) await renewOldSession(app, request, session)
  return {
    data: await presentSession(app, request, session ?? (await enterDemo(app, request))),
  }
}
