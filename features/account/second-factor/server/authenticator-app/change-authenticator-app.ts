import { randomBytes } from 'node:crypto'
import { ApiError, invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import { forgetAttempts, takeAttempt } from '@playhead/server-kit/attempts.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { secondFactor } from '../../contract.ts'
import { base32 } from '../base32.ts'
import { addFactor, demandOwner, mail, removeFactor, trail } from '../change-factors.ts'
import { limits } from '../limits.ts'
import {
  confirmAuthenticatorApp,
  deleteAuthenticatorApp,
  findAuthenticatorApp,
  insertAuthenticatorApp,
} from './authenticator-app.sql.ts'
import { stepOfCode } from './one-time-code.ts'
import { plainCode, secretOf } from './take-one-time-code.ts'

type Factors = Handlers<typeof secondFactor>

/** As long as the hash it is used with, which RFC 4226 recommends. */
const secretBytes = 20

const keyUri = (secret: string, email: string) =>
  `otpauth://totp/${encodeURIComponent(`Playhead:${email}`)}?${new URLSearchParams({ secret, issuer: 'Playhead' }).toString()}`

const refuseSecond = () =>
  new ApiError('invalid_parameters', {
    messages: ['There is an authenticator app already. Remove it before you add another.'],
  })

export const startAuthenticatorApp: Factors['startAuthenticatorApp'] = async (changer) => {
  const { app, session } = changer
  await demandOwner(changer)
  const bytes = randomBytes(secretBytes)
  const sealed = app.vault.seal(bytes.toString('base64'))
  if (!(await insertAuthenticatorApp(app.postgres, session.user_id, sealed))) throw refuseSecond()
  const secret = base32(bytes)
  return { data: { secret, uri: keyUri(secret, session.email) } }
}

export const addAuthenticatorApp: Factors['addAuthenticatorApp'] = async (changer) => {
  const { app, session, body } = changer
  await demandOwner(changer)
  const stored = await findAuthenticatorApp(app.postgres, session.user_id)
  if (stored?.confirmed_at) throw refuseSecond()
  await takeAttempt(app, limits.codeOfNewApp, session.user_id)
  const now = app.clock.now()
  const code = plainCode(body.authenticator_app.code)
  const step = stored && stepOfCode(secretOf(app, stored.secret_sealed), code, now)
  if (!stored || step === undefined)
    throw invalidField('code', 'This code is not right. Type the one your app shows now.')
  await forgetAttempts(app, limits.codeOfNewApp, session.user_id)
  const codes = await addFactor(changer, async (transaction) => {
    const proven = { secretSealed: stored.secret_sealed, step, now }
    if (!(await confirmAuthenticatorApp(transaction, session.user_id, proven))) throw refuseSecond()
    await trail(changer, transaction, {
      action: 'authenticator_app.added',
      subjectName: session.email,
    })
  })
  mail(changer, 'An authenticator app was added')
  return { data: { recovery_codes: codes } }
}

export const removeAuthenticatorApp: Factors['removeAuthenticatorApp'] = async (changer) => {
  await demandOwner(changer)
  await removeFactor(changer, async (transaction) => {
    if (!(await deleteAuthenticatorApp(transaction, changer.session.user_id)))
      throw notFound('authenticator app')
    await trail(changer, transaction, {
      action: 'authenticator_app.removed',
      subjectName: changer.session.email,
    })
  })
  mail(changer, 'An authenticator app was removed')
  return undefined
}
