import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import { recordPersonChange } from '@playhead/server-kit/audit/record-person-change.ts'
import { findPerson } from '../factors.sql.ts'
import { recoveryCodeUsedMail } from '../mails/recovery-code-used-mail.ts'
import { hashRecoveryCode } from './recovery-code.ts'
import { countRecoveryCodes, takeRecoveryCode } from './recovery-codes.sql.ts'
import { sentBy } from '@playhead/server-kit/audit/changes.ts'

/** Returns whether the code is right and uses it up; the person is notified by mail. */
export const consumeRecoveryCode = async (
  app: App,
  request: RequestFacts,
  userId: string,
  code: string,
) => {
  const hash = hashRecoveryCode(app.vault, userId, code)
  const spent = await app.postgres.transaction(async (transaction) => {
    if (!(await takeRecoveryCode(transaction, userId, hash, app.clock.now()))) return undefined
    const { email } = await findPerson(transaction, userId)
    const left = await countRecoveryCodes(transaction, userId)
    await recordPersonChange(
      transaction,
      { kind: 'user', userId, email, ...sentBy(request) },
      { action: 'recovery_code.used', subjectId: userId, subjectName: email, detail: { left } },
    )
    return { email, left }
  })
  if (!spent) return false
  app.afterResponse.run('notice of a recovery code', () =>
    app.mailer.send(recoveryCodeUsedMail(spent.email, app.settings.publicUrl, spent.left)),
  )
  return true
}
