import type { z } from 'zod'
import { findFactors } from '@playhead/features/account/second-factor/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { SessionRow } from '@playhead/server-kit/identity/identity.sql.ts'
import type { WaysToProve } from '../../contract.ts'
import { findUser } from '../accounts/users.sql.ts'
import { hasIdentity } from '../providers/identities.sql.ts'

type Ways = z.output<typeof WaysToProve>

/** Without a second factor: the password, or the provider for people without a password. */
const withoutFactor = async (
  app: App,
  session: SessionRow,
  hasPassword: boolean,
): Promise<Ways> => {
  const isOfGithub =
    !hasPassword &&
    session.method !== 'sso' &&
    app.settings.github !== undefined &&
    (await hasIdentity(app.postgres, 'github', session.user_id))
  return {
    kinds: [
      ...(hasPassword ? (['password'] as const) : []),
      ...(isOfGithub ? (['github'] as const) : []),
    ],
    code: null,
  }
}

/**
 * A person with a second factor must use it: otherwise a stolen password could remove the factor. An organization's
 * provider vouches only for sessions that came through it.
 */
export const waysToProve = async (app: App, session: SessionRow): Promise<Ways> => {
  const hasPassword = (await findUser(app.postgres, session.user_id)).password_hash !== null
  const factors = await findFactors(app.postgres, session.user_id)
  const ways: Ways = factors.any
    ? {
        kinds: [...(factors.passkey ? (['passkey'] as const) : []), 'code'],
        code: {
          methods: [
            ...(factors.authenticator_app ? (['authenticator_app'] as const) : []),
            'recovery_code',
          ],
          with_password: hasPassword,
        },
      }
    : await withoutFactor(app, session, hasPassword)
  return session.method === 'sso' ? { ...ways, kinds: [...ways.kinds, 'sso'] } : ways
}
