import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { signIn } from '../../contract.ts'
import { presentSession } from './present-session.ts'
import { renewOldSession } from './renew-session.ts'

export const retrieveSession: Handlers<typeof signIn>['retrieve'] = async ({
  app,
  request,
  session,
}) => {
  await renewOldSession(app, request, session)
  return { data: await presentSession(app, request, session) }
}
