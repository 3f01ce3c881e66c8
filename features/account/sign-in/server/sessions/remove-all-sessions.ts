import { endedSessionCookie } from '@playhead/server-kit/identity/cookies.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { signIn } from '../../contract.ts'
import { endSignIns } from './end-sign-ins.ts'

export const removeAllSessions: Handlers<typeof signIn>['removeAll'] = async ({
  app,
  request,
  session,
}) => {
  await app.postgres.transaction((transaction) => endSignIns(transaction, session.user_id))
  request.setCookie(endedSessionCookie(app.settings))
  return undefined
}
