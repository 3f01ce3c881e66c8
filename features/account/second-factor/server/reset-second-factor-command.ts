import { z } from 'zod'
import { notFound } from '@playhead/contract-kit/errors.ts'
import { normalizeEmail } from '@playhead/domain/field-rules.ts'
import { operatorActor } from '@playhead/server-kit/audit/changes.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { endSessionsOfUser } from '@playhead/server-kit/identity/end-sessions.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import { recordPersonChange } from '@playhead/server-kit/audit/record-person-change.ts'
import { deleteFactors, findFactors, findPersonOfEmail, lockPerson } from './factors.sql.ts'
import { factorChangedMail } from './mails/factor-changed-mail.ts'
import { deletePendingSignIns } from './sign-in/pending-sign-ins.sql.ts'

export const resetSecondFactorCommand = command({
  name: 'user reset-second-factor',
  summary: 'Remove the second factors of a person who lost them all, and sign them out everywhere',
  options: z.object({ email: z.string().describe('The address of the account') }),
  async run(app, options) {
    await refuseWhileReadOnly(app)
    const person = await findPersonOfEmail(app.postgres, normalizeEmail(options.email))
    if (!person) throw notFound('account')
    const removed = await app.postgres.transaction(async (transaction) => {
      await lockPerson(transaction, person.id)
      const factors = await findFactors(transaction, person.id)
      if (!factors.any) return false
      await deleteFactors(transaction, person.id)
      await deletePendingSignIns(transaction, person.id)
      await endSessionsOfUser(transaction, person.id)
      await recordPersonChange(transaction, operatorActor, {
        action: 'user.second_factor_reset',
        subjectId: person.id,
        subjectName: person.email,
        detail: { passkeys: factors.passkey, authenticator_app: factors.authenticator_app },
      })
      return true
    })
    if (removed)
      app.afterResponse.run('notice of a reset', () =>
        app.mailer.send(
          factorChangedMail(
            person.email,
            app.settings.publicUrl,
            'Your second factors were removed',
          ),
        ),
      )
    return { email: person.email, removed }
  },
})
