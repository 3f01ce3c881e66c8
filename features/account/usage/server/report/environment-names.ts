import type { Organization } from '@playhead/server-kit/tenant.ts'
import { listNames } from './usage-sums.sql.ts'

/** By id, with those that were removed. */
export const listEnvironmentNames = async (
  organization: Organization,
): Promise<ReadonlyMap<string, string>> =>
  new Map((await listNames(organization)).map(({ id, name }) => [id, name]))
