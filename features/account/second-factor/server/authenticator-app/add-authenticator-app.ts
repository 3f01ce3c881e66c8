import { invalidField } from '@playhead/contract-kit/errors.ts'
import { forgetAttempts, takeAttempt } from '@playhead/server-kit/limits/attempts.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { secondFactor } from '../../contract.ts'
import { addFactor, requireOwner, mail, trail } from '../change-factors.ts'
import { limits } from '../limits.ts'
import { confirmAuthenticatorApp, findAuthenticatorApp } from './authenticator-app.sql.ts'
import { stepOfCode } from './one-time-code.ts'
import { secondAppRefused } from './second-app-refused.ts'
import { plainCode, secretOf } from './take-one-time-code.ts'

export const addAuthenticatorApp: Handlers<typeof secondFactor>['addAuthenticatorApp'] = async (
  changer,
) => {
  const { app, session, body } = changer
  await requireOwner(changer)
  const stored = await findAuthenticatorApp(app.postgres, session.user_id)
  if (stored?.confirmed_at) throw secondAppRefused()
  await takeAttempt(app, limits.codeOfNewApp, session.user_id)
  const now = app.clock.now()
  const code = plainCode(body.authenticator_app.code)
  const step = stored && stepOfCode(secretOf(app, stored.secret_sealed), code, now)
  if (!stored || step === undefined)
    throw invalidField('code', 'This code is wrong. Enter the one your app shows now.')
  await forgetAttempts(app, limits.codeOfNewApp, session.user_id)
  const codes = await addFactor(changer, async (transaction) => {
    const proven = { secretSealed: stored.secret_sealed, step, now }
    if (!(await confirmAuthenticatorApp(transaction, session.user_id, proven)))
      throw secondAppRefused()
    await trail(changer, transaction, {
      action: 'authenticator_app.added',
      subjectName: session.email,
    })
  })
  mail(changer, 'An authenticator app was added')
  return { data: { recovery_codes: codes } }
}
