import { endedSessionCookie } from '@playhead/server-kit/identity/cookies.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { signIn } from '../../contract.ts'
import { deleteSession } from './sessions.sql.ts'

export const removeSession: Handlers<typeof signIn>['remove'] = async ({
  app,
  request,
  session,
}) => {
  await deleteSession(app.postgres, session.id)
  request.setCookie(endedSessionCookie(app.settings))
  return undefined
}
