import { startOfQueryIds } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import type { Tenant } from '@playhead/analytics/question/tenant.ts'
import { z } from 'zod'

const Row = z.object({ queries: z.number(), readRows: z.number(), allRows: z.number() })

/**
 * Of the node that answers: on a cluster another one may have them, and then nothing is known. It does not wait in the
 * queue of its tenant, because the questions that it is about wait there.
 */
export const readRunningQueries = async ({ id, clickhouse }: Tenant) => {
  const [row] = await clickhouse.rows(
    Row,
    sql`SELECT count() AS queries, toFloat64(sum(read_rows)) AS readRows,
      toFloat64(sum(greatest(read_rows, total_rows_approx))) AS allRows
      FROM system.processes WHERE startsWith(query_id, ${startOfQueryIds(id)})`,
    { maximumSeconds: 2 },
  )
  return row ?? { queries: 0, readRows: 0, allRows: 0 }
}
