import type { Handlers } from '@playhead/server-kit/implement.ts'
import { subPropertyLimits, type subProperties } from '../contract.ts'
import { listNamedInAnnotations } from './named-sub-properties.sql.ts'
import { listSeen } from './seen-sub-properties.sql.ts'

const { rowsMax } = subPropertyLimits

/** Players send only the id, so it also serves as the name. */
export const listSubProperties: Handlers<typeof subProperties>['list'] = async ({
  environment,
  query,
  request,
}) => {
  const [seen, named] = await Promise.all([
    listSeen(environment, rowsMax, request.signal),
    listNamedInAnnotations(environment, rowsMax),
  ])
  const lastSeen = new Map(seen.map((row) => [row.id, row.last_seen_at]))
  const part = query.query?.toLowerCase() ?? ''
  const found = [...new Set([...lastSeen.keys(), ...named])]
    .filter((id) => id.toLowerCase().includes(part))
    .toSorted((one, other) => one.localeCompare(other, 'en'))
  return {
    data: found
      .slice(0, rowsMax)
      .map((id) => ({ id, name: id, last_seen_at: lastSeen.get(id) ?? null })),
    total_row_count: found.length,
  }
}
