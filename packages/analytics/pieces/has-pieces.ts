import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import type { Tenant } from '../question/tenant.ts'
import { pieceWaits } from './piece.ts'
import { countVersions } from './read-pieces.sql.ts'

interface Known {
  has: Promise<boolean>
  until: number
}

const byClient = new WeakMap<ClickHouse, Map<string, Known>>()
const mostKnown = 10_000

/** Most environments have no pieces, and their questions should not look for them every time. */
export const hasPieces = (tenant: Tenant): Promise<boolean> => {
  const known = byClient.get(tenant.clickhouse) ?? new Map<string, Known>()
  byClient.set(tenant.clickhouse, known)
  const kept = known.get(tenant.id)
  if (kept !== undefined && kept.until > Date.now()) return kept.has
  const has = countVersions(tenant).then((count) => count > 0)
  if (known.size >= mostKnown) known.clear()
  known.set(tenant.id, { has, until: Date.now() + pieceWaits.absent })
  has.catch(() => known.delete(tenant.id))
  return has
}
