import { invalidField } from '@playhead/contract-kit/errors.ts'
import { emailTakenError } from '@playhead/domain/field-rules.ts'
import { violatedConstraint } from '@playhead/postgres/database-unavailable.ts'
import { takeAttempt } from '@playhead/server-kit/attempts.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/read-only.ts'
import type { signIn } from '../../contract.ts'
import { limits } from '../limits.ts'
import { updateEmail } from './email-change.sql.ts'
import { linkRefusal, openLink } from './mailed-links.ts'
import { deleteUnusedLinks } from './mailed-links.sql.ts'
import { recordPersonChange } from './record-person-change.ts'
import { findUser, findUserByEmail } from './users.sql.ts'

export const confirmEmail: Handlers<typeof signIn>['confirmEmail'] = async ({
  app,
  request,
  body,
}) => {
  await refuseWhileReadOnly(app)
  await takeAttempt(app, limits.linkFromAddress, request.ip)
  const email = await app.postgres
    .transaction(async (transaction) => {
      const link = await openLink(app, transaction, 'email_change', body.email_confirmation.token)
      if (!link.user_id) throw linkRefusal()
      const user = await findUser(transaction, link.user_id)
      if (user.pending_email !== link.email) throw linkRefusal()
      if (await findUserByEmail(transaction, link.email))
        throw invalidField('email', emailTakenError)
      await updateEmail(transaction, user.id, link.email)
      await deleteUnusedLinks(transaction, 'password_reset', { email: user.email, userId: user.id })
      await recordPersonChange(
        transaction,
        { kind: 'user', userId: user.id, email: user.email, requestId: request.id },
        {
          action: 'user.email_changed',
          subjectId: user.id,
          subjectName: link.email,
          detail: { from: user.email, to: link.email },
        },
      )
      return link.email
    })
    .catch((error: unknown) => {
      throw violatedConstraint(error) === 'users_email'
        ? invalidField('email', emailTakenError)
        : error
    })
  return { data: { email } }
}
