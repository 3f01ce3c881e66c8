import type { SessionRow } from './identity.sql.ts'

/**
 * Whose provider vouched for a person decides what opens: an organization's admin runs its provider
 * and could let it name anybody, so such a session reaches that organization and no other.
 */
export const opensOrganization = (
  session: Pick<SessionRow, 'method' | 'sso_organization_id'>,
  organization: { id: string; sso_required: boolean },
) =>
  session.sso_organization_id === organization.id ||
  (session.method !== 'sso' && !organization.sso_required)
