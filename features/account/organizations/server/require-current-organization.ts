import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'

/** The caller is an admin of the organization in the header, so no other can be changed. */
export const requireCurrentOrganization = (
  { organization }: { organization: Organization },
  id: string,
) => {
  if (id !== organization.id) throw notFound('organization')
}
