import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { secondFactor } from '../contract.ts'
import { findAuthenticatorApp } from './authenticator-app/authenticator-app.sql.ts'
import { listRequiringOrganizations } from './factors.sql.ts'
import { presentPasskey } from './passkeys/present-passkey.ts'
import { listPasskeys } from './passkeys/passkeys.sql.ts'
import { countRecoveryCodes } from './recovery-codes/recovery-codes.sql.ts'

export const retrieveSecondFactor: Handlers<typeof secondFactor>['retrieve'] = async ({
  app,
  session,
}) => {
  const { user_id: userId } = session
  const found = await findAuthenticatorApp(app.postgres, userId)
  return {
    data: {
      passkeys: (await listPasskeys(app.postgres, userId)).map(presentPasskey),
      authenticator_app: found?.confirmed_at
        ? {
            created_at: found.confirmed_at.toISOString(),
            last_used_at: found.last_used_at?.toISOString() ?? null,
          }
        : null,
      recovery_codes_left: await countRecoveryCodes(app.postgres, userId),
      can_change: session.method !== 'sso',
      required_by: await listRequiringOrganizations(app.postgres, userId),
    },
  }
}
