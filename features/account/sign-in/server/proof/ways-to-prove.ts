import { hasPasskeys } from '@playhead/features/account/second-factor/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { SessionRow } from '@playhead/server-kit/identity/identity.sql.ts'
import type { ProofKind } from '../../contract.ts'
import { findUser } from '../accounts/users.sql.ts'
import { hasIdentity } from '../providers/identities.sql.ts'

/** The provider of an organization vouches for sessions that came through it, and for no other. */
export const waysToProve = async (app: App, session: SessionRow): Promise<ProofKind[]> => {
  const hasPassword = (await findUser(app.postgres, session.user_id)).password_hash !== null
  const kinds: ProofKind[] = [
    ...(hasPassword ? (['password'] as const) : []),
    ...((await hasPasskeys(app, session.user_id)) ? (['passkey'] as const) : []),
  ]
  if (session.method === 'sso') return [...kinds, 'sso']
  const isOfGithub =
    !hasPassword &&
    app.settings.github !== undefined &&
    (await hasIdentity(app.postgres, 'github', session.user_id))
  return isOfGithub ? [...kinds, 'github'] : kinds
}
