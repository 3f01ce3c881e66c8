import type { OrganizationRow, SessionRow } from './identity.sql.ts'

type Session = Pick<SessionRow, 'method' | 'sso_organization_id' | 'second_factor_at'>
type Organization = Pick<OrganizationRow, 'id' | 'sso_required' | 'second_factor_required'>

/** Requirements for members also apply to staff who masquerade, even if the organization sets them afterwards. */
export const organizationClosedToStaffBy = (
  session: Pick<Session, 'second_factor_at'>,
  organization: Pick<Organization, 'second_factor_required'>,
): 'second_factor' | undefined =>
  organization.second_factor_required && !session.second_factor_at ? 'second_factor' : undefined

/**
 * The session's provider decides what opens: an organization's admin runs its provider and could make it
 * name any person, so such a session opens that organization only. There, signing in through the provider
 * also replaces the second factor, because the same admin sets both requirements. docs/adr/0048
 */
export const organizationClosedBy = (
  session: Session,
  organization: Organization,
): 'sso' | 'second_factor' | undefined => {
  if (session.sso_organization_id === organization.id) return undefined
  if (session.method === 'sso' || organization.sso_required) return 'sso'
  return organization.second_factor_required && !session.second_factor_at
    ? 'second_factor'
    : undefined
}
