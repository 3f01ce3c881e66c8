import { ApiError } from '@playhead/contract-kit/errors.ts'
import { findMembership } from '@playhead/server-kit/identity/identity.sql.ts'
import { findUserByEmail } from '../accounts/users.sql.ts'
import { recordFailure } from '../record-failures.ts'
import type { ConnectionRow } from './sso-connections.sql.ts'

/** Of members only: anyone may come from a provider, or name any address when they go there. */
export const recordSsoFailure = (
  given: Parameters<typeof recordFailure>[0],
  { organization_id: ssoOrganizationId }: ConnectionRow,
  email: string,
  error: unknown,
) => {
  if (!(error instanceof ApiError) || email === '') return
  const { postgres } = given.app
  recordFailure(given, 'sso', async () => {
    const userId = (await findUserByEmail(postgres, email))?.id
    const isMember = userId && (await findMembership(postgres, userId, ssoOrganizationId))
    return isMember ? { userId, ssoOrganizationId } : undefined
  })
}
