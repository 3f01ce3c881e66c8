import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { signIn } from '../../contract.ts'
import { presentSession } from './present-session.ts'
import { renewSession } from './renew-session.ts'

export const refreshSession: Handlers<typeof signIn>['refresh'] = async ({
  app,
  request,
  session,
}) => {
  await renewSession(app, request, session)
  return { data: await presentSession(app, request, session) }
}
