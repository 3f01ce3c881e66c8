import type { OrganizationRow, SessionRow } from './identity.sql.ts'

type Session = Pick<SessionRow, 'method' | 'sso_organization_id' | 'second_factor_at'>
type Organization = Pick<OrganizationRow, 'id' | 'sso_required' | 'second_factor_required'>

/** What an organization asks of its members it asks of staff who look in, also when it began to ask only then. */
export const closedToStaff = (
  session: Pick<Session, 'second_factor_at'>,
  organization: Pick<Organization, 'second_factor_required'>,
): 'second_factor' | undefined =>
  organization.second_factor_required && !session.second_factor_at ? 'second_factor' : undefined

/**
 * Whose provider vouched for a person decides what opens: an organization's admin runs its provider
 * and could let it name anybody, so such a session reaches that organization and no other. There the
 * provider stands for the second factor as well: what it asks for is the same admin's to say. docs/adr/0048
 */
export const closedBy = (
  session: Session,
  organization: Organization,
): 'sso' | 'second_factor' | undefined => {
  if (session.sso_organization_id === organization.id) return undefined
  if (session.method === 'sso' || organization.sso_required) return 'sso'
  return organization.second_factor_required && !session.second_factor_at
    ? 'second_factor'
    : undefined
}
