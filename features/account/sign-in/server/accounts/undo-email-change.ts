import { invalidField } from '@playhead/contract-kit/errors.ts'
import { emailTakenError } from '@playhead/domain/field-rules.ts'
import {
  deleteFactorsSince,
  deletePendingSignIns,
} from '@playhead/features/account/second-factor/server'
import { violatedConstraint } from '@playhead/postgres/database-unavailable.ts'
import type { Database } from '@playhead/postgres/client.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { type Actor, sentBy } from '@playhead/server-kit/audit/changes.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import { endedSessionCookie } from '@playhead/server-kit/identity/cookies.ts'
import { endSessionsOfUser } from '@playhead/server-kit/identity/end-sessions.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import { recordPersonChange } from '@playhead/server-kit/audit/record-person-change.ts'
import { mailedLinkHours, type signIn } from '../../contract.ts'
import { emailRestoredMail } from '../mails/email-restored-mail.ts'
import { deleteIdentitiesSince } from '../providers/identities.sql.ts'
import { clearPasswordHash, updateEmail } from './email-change.sql.ts'
import { revokeLinksOfAddress } from './revoke-links-of-address.ts'
import { countWrongLinks, createLink, linkRefusal, openLink } from './mailed-links.ts'
import { deleteUndosSince } from './mailed-links.sql.ts'
import { findUser } from './users.sql.ts'

/** Second factors added this shortly before a change may belong to the attacker, and a passkey alone opens a session. */
const suspectMs = mailedLinkHours.emailUndo * 3_600_000

/**
 * The person who changed the address knew the password and may have added other ways to sign in, even before the
 * change: all are removed, and the owner of the restored address sets a new password with the returned link.
 */
const restore = async (app: App, transaction: Database, token: string, request: RequestFacts) => {
  const link = await openLink(app, transaction, 'email_undo', token)
  if (!link.user_id) throw linkRefusal()
  const user = await findUser(transaction, link.user_id)
  const actor: Actor = { kind: 'user', userId: user.id, email: link.email, ...sentBy(request) }
  await updateEmail(transaction, user.id, link.email)
  await revokeLinksOfAddress(transaction, user, actor)
  await deleteUndosSince(transaction, user.id, link.created_at)
  await deleteIdentitiesSince(transaction, user.id, link.created_at)
  const suspectSince = new Date(link.created_at.getTime() - suspectMs)
  await deleteFactorsSince(transaction, user.id, suspectSince)
  await deletePendingSignIns(transaction, user.id)
  await endSessionsOfUser(transaction, user.id)
  await recordPersonChange(transaction, actor, {
    action: 'user.email_change_undone',
    subjectId: user.id,
    subjectName: link.email,
    detail: { from: user.email, to: link.email },
  })
  const reset = { purpose: 'password_reset', email: link.email, userId: user.id } as const
  const hasPassword = user.password_hash !== null
  if (hasPassword) await clearPasswordHash(transaction, user.id)
  return {
    email: link.email,
    given_up: user.email,
    password_reset_token: hasPassword ? (await createLink(app, reset, transaction)).token : null,
  }
}

export const undoEmailChange: Handlers<typeof signIn>['undoEmailChange'] = async ({
  app,
  request,
  body,
}) => {
  await refuseWhileReadOnly(app)
  const undo = () =>
    app.postgres.transaction((transaction) =>
      restore(app, transaction, body.email_undo.token, request),
    )
  const { given_up: givenUp, ...restored } = await countWrongLinks(app, request, undo).catch(
    (error: unknown) => {
      throw violatedConstraint(error) === 'users_email'
        ? invalidField('email', emailTakenError)
        : error
    },
  )
  request.setCookie(endedSessionCookie(app.settings))
  app.afterResponse.run('mails about a restored address', async () => {
    const hadPassword = restored.password_reset_token !== null
    for (const to of [restored.email, givenUp])
      await app.mailer.send(emailRestoredMail(to, restored.email, hadPassword))
  })
  return { data: restored }
}
