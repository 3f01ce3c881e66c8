import { deleteOtherSessions } from '@playhead/server-kit/identity/end-sessions.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { sessions } from '../../contract.ts'

export const endOtherSessions: Handlers<typeof sessions>['endOthers'] = async ({
  app,
  session,
}) => {
  await deleteOtherSessions(app.postgres, session.user_id, session.id)
  return undefined
}
