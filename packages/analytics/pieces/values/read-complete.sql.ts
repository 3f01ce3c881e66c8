import { sql } from '@playhead/clickhouse/sql.ts'
import { z } from 'zod'
import { runInQueue } from '../../cache/query-cache.ts'
import type { Tenant } from '../../question/tenant.ts'
import type { Bucket } from '../../source/condition.sql.ts'
import { tierMs, tiers } from '../piece.ts'
import type { KnownPiece, Stretch } from '../plan-range.ts'

const Row = z.object({
  complete: z.array(z.string()),
  dense: z.array(z.string()),
  tier: z.string(),
  keys: z.array(z.string()),
})

/** The same for each version of a piece. */
export const keyOfPiece = ({
  tier,
  moment,
  version,
}: Pick<KnownPiece, 'tier' | 'moment' | 'version'>): string =>
  `${tier} ${moment / 1_000} ${version}`

interface CompleteVersions {
  /** The dimensions of which these versions have the sums of all values, and the histograms of all. */
  complete: string[]
  dense: string[]
  tier: string
  /** As `keyOfPiece`. */
  keys: string[]
}

/** The complete dimensions of all versions of pieces in a range. Never cached, like the versions themselves. */
export const readComplete = (
  tenant: Tenant,
  bucket: Bucket,
  { start, end }: Stretch,
  signal: AbortSignal | undefined,
): Promise<readonly CompleteVersions[]> => {
  const first = new Date(Math.floor(start / tierMs.day) * tierMs.day)
  const last = new Date(Math.ceil(end / tierMs.day) * tierMs.day)
  const query = sql`SELECT complete, dense, tier, groupArray(concat(tier, ' ', toString(toUnixTimestamp(moment)), ' ', toString(version))) AS keys
    FROM view_piece_versions
    WHERE environment_id = toUUID(${tenant.id}) AND bucket = ${bucket} AND tier IN ${tiers}
      AND moment >= toDateTime(${first}, 'UTC') AND moment < toDateTime(${last}, 'UTC')
    GROUP BY complete, dense, tier`
  return runInQueue(tenant, signal, () =>
    tenant.clickhouse.rows(Row, query, signal === undefined ? {} : { signal }),
  )
}
