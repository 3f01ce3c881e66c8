import { notFound } from '@playhead/contract-kit/errors.ts'
import { type Scope, scopes } from '@playhead/domain/scopes.ts'
import { type Actor, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import { hashToken, randomToken } from '@playhead/server-kit/secrets/secrets.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { insertAccessToken, type NewAccessToken } from './access-tokens.sql.ts'

/** Write permission includes read. Each permission is stored once, in the order of the list. ACCT-066 */
const withReading = (chosen: readonly Scope[]) =>
  scopes.filter(
    (scope) =>
      chosen.includes(scope) ||
      (scope.endsWith(':read') && chosen.includes(scope.replace(':read', ':write') as Scope)),
  )

/** Call it inside a transaction. The secret is only in the response; it is not stored. */
export const addAccessToken = async (
  organization: Organization,
  actor: Actor,
  given: Omit<NewAccessToken, 'secretHash'>,
) => {
  const secret = randomToken()
  const token = await insertAccessToken(organization, {
    ...given,
    permissions: withReading(given.permissions),
    secretHash: hashToken(secret),
  })
  if (!token) throw notFound('environment')
  await recordChange(trailOf(organization), actor, {
    action: 'access_token.created',
    subjectId: token.id,
    subjectName: token.name,
    environmentId: token.environment_id,
    detail: {
      permissions: token.permissions,
      valid_until: token.valid_until?.toISOString() ?? null,
    },
  })
  return { token, secret }
}
