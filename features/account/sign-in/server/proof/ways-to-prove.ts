import type { z } from 'zod'
import { findFactors } from '@playhead/features/account/second-factor/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { SessionRow } from '@playhead/server-kit/identity/identity.sql.ts'
import type { WaysToProve } from '../../contract.ts'
import { findUser } from '../accounts/users.sql.ts'
import { hasIdentity } from '../providers/identities.sql.ts'

type Ways = z.output<typeof WaysToProve>

/** Without a second factor: the password, or for people without one the provider they sign in with. */
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
 * Who has a second factor proves with it: with the password alone its finder could remove the factor. The provider of
 * an organization vouches for sessions that came through it, and for no other.
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
