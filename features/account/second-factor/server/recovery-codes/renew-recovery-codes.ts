import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { secondFactor } from '../../contract.ts'
import { requireOwner, mail, trail } from '../change-factors.ts'
import { findFactors, lockPerson } from '../factors.sql.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'

export const renewRecoveryCodes: Handlers<typeof secondFactor>['renewRecoveryCodes'] = async (
  changer,
) => {
  const { app, session } = changer
  await requireOwner(changer)
  const codes = await app.postgres.transaction(async (transaction) => {
    await lockPerson(transaction, session.user_id)
    if (!(await findFactors(transaction, session.user_id)).any)
      throw new ApiError('invalid_parameters', {
        messages: ['Add a passkey or an authenticator app first; it comes with recovery codes.'],
      })
    const made = await makeRecoveryCodes(app, transaction, session.user_id)
    await trail(changer, transaction, {
      action: 'recovery_codes.made',
      subjectName: session.email,
    })
    return made
  })
  mail(changer, 'Recovery codes were made')
  return { data: { recovery_codes: codes } }
}
