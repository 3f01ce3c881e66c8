import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Organization } from '../tenant.ts'
import { countOwnEnvironments } from './members.sql.ts'

/** Without duplicates; an environment of another organization counts as unknown. */
export const ownEnvironments = async (organization: Organization, given: readonly string[]) => {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))]
  if ((await countOwnEnvironments(organization, ids)) < ids.length) throw notFound('environment')
  return ids
}
