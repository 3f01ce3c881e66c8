import { randomBytes } from 'node:crypto'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { secondFactor } from '../../contract.ts'
import { base32 } from '../base32.ts'
import { requireOwner } from '../change-factors.ts'
import { insertAuthenticatorApp } from './authenticator-app.sql.ts'
import { secondAppRefused } from './second-app-refused.ts'

/** As long as the output of SHA-1, as RFC 4226 recommends. */
const secretBytes = 20

const keyUri = (secret: string, email: string) =>
  `otpauth://totp/${encodeURIComponent(`Playhead:${email}`)}?${new URLSearchParams({ secret, issuer: 'Playhead' }).toString()}`

export const startAuthenticatorApp: Handlers<typeof secondFactor>['startAuthenticatorApp'] = async (
  changer,
) => {
  const { app, session } = changer
  await requireOwner(changer)
  const bytes = randomBytes(secretBytes)
  const sealed = app.vault.seal(bytes.toString('base64'))
  if (!(await insertAuthenticatorApp(app.postgres, session.user_id, sealed)))
    throw secondAppRefused()
  const secret = base32(bytes)
  return { data: { secret, uri: keyUri(secret, session.email) } }
}
