import { customDimensionIds } from '@playhead/metrics/dimensions.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { listNamed, type NamedRow } from './custom-dimensions.sql.ts'

/** All of them, in the order of their numbers. */
export const customDimensionsOf = async (environment: Environment): Promise<NamedRow[]> => {
  const named = new Map((await listNamed(environment)).map((row) => [row.id, row]))
  return customDimensionIds.map(
    (id) => named.get(id) ?? { id, display_name: null, category: 'custom' },
  )
}
