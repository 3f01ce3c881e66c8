import { invalidField } from '@playhead/contract-kit/errors.ts'
import { emailTakenError } from '@playhead/domain/field-rules.ts'
import { violatedConstraint } from '@playhead/postgres/database-unavailable.ts'
import { type Actor, sentBy } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import { recordPersonChange } from '@playhead/server-kit/audit/record-person-change.ts'
import type { signIn } from '../../contract.ts'
import { emailChangedMail } from '../mails/email-changed-mail.ts'
import { updateEmail } from './email-change.sql.ts'
import { revokeLinksOfAddress } from './revoke-links-of-address.ts'
import { countWrongLinks, createLink, linkRefusal, openLink } from './mailed-links.ts'
import { findUser, findUserByEmail } from './users.sql.ts'

export const confirmEmail: Handlers<typeof signIn>['confirmEmail'] = async ({
  app,
  request,
  body,
}) => {
  await refuseWhileReadOnly(app)
  const confirm = () =>
    app.postgres.transaction(async (transaction) => {
      const link = await openLink(app, transaction, 'email_change', body.email_confirmation.token)
      if (!link.user_id) throw linkRefusal()
      const user = await findUser(transaction, link.user_id)
      if (user.pending_email !== link.email) throw linkRefusal()
      if (await findUserByEmail(transaction, link.email))
        throw invalidField('email', emailTakenError)
      await updateEmail(transaction, user.id, link.email)
      const actor: Actor = {
        kind: 'user',
        userId: user.id,
        email: user.email,
        ...sentBy(request),
      }
      await revokeLinksOfAddress(transaction, user, actor)
      await recordPersonChange(transaction, actor, {
        action: 'user.email_changed',
        subjectId: user.id,
        subjectName: link.email,
        detail: { from: user.email, to: link.email },
      })
      const undo = { purpose: 'email_undo', email: user.email, userId: user.id } as const
      const { token } = await createLink(app, undo, transaction)
      return { email: link.email, old: user.email, token }
    })
  const { email, old, token } = await countWrongLinks(app, request, confirm).catch(
    (error: unknown) => {
      throw violatedConstraint(error) === 'users_email'
        ? invalidField('email', emailTakenError)
        : error
    },
  )
  app.afterResponse.run('mail to an old address', () =>
    app.mailer.send(emailChangedMail(old, email, app.settings.publicUrl, token)),
  )
  return { data: { email } }
}
