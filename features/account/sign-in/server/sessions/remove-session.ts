import { actorOf, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import { endedSessionCookie } from '@playhead/server-kit/identity/cookies.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { signIn } from '../../contract.ts'
import { deleteSession } from './sessions.sql.ts'

export const removeSession: Handlers<typeof signIn>['remove'] = async ({
  app,
  request,
  session,
}) => {
  await app.postgres.transaction(async (transaction) => {
    await deleteSession(transaction, session.id)
    const id = session.internal ? session.masquerade_organization_id : null
    if (id)
      await recordChange(
        trailOf({ id, postgres: transaction }),
        { ...actorOf(session, request), masqueradesIn: id },
        { action: 'masquerade.ended', subjectId: id, detail: { by: 'sign-out' } },
      )
  })
  request.setCookie(endedSessionCookie(app.settings))
  return undefined
}
