import { endOtherSessions as endOthers } from '@playhead/server-kit/identity/end-sessions.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { sessions } from '../../contract.ts'

export const endOtherSessions: Handlers<typeof sessions>['endOthers'] = async ({
  app,
  session,
}) => {
  await app.postgres.transaction((transaction) =>
    endOthers(transaction, session.user_id, session.id),
  )
  return undefined
}
