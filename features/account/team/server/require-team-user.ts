import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { findTeamUser } from './team.sql.ts'

export const requireTeamUser = async (organization: Organization, id: string) => {
  const found = await findTeamUser(organization, id)
  if (!found) throw notFound('user')
  return found
}
