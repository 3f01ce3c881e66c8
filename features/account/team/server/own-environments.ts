import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { countOwnEnvironments } from './team.sql.ts'

/** Each once; an environment of somebody else is as unknown as one that never was. */
export const ownEnvironments = async (organization: Organization, given: readonly string[]) => {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))]
  if ((await countOwnEnvironments(organization, ids)) < ids.length) throw notFound('environment')
  return ids
}
