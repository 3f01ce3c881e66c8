import { z } from 'zod'
import { sql } from '@playhead/clickhouse/sql.ts'
import type { Tenant } from '../question/tenant.ts'
import { viewsSource } from '../source/condition.sql.ts'
import { settings } from '../source/source.sql.ts'
import { endsIn, isOf, type SecondsRange } from './anomaly-columns.sql.ts'

const Row = z.object({ code: z.string().nullable(), message: z.string().nullable() })

/** The code of an error in its newest view of a range, or else its message; undefined when players reported neither. */
export const askErrorName = async (tenant: Tenant, range: SecondsRange, errorTypeId: string) => {
  const isOfError = isOf({ dimension: 'error_type_id', value: errorTypeId })
  const [row] = await tenant.clickhouse.rows(
    Row,
    sql`
    SELECT argMax(player_error_code, view_end) AS code, argMax(player_error_message, view_end) AS message
    FROM ${viewsSource} WHERE ${endsIn(tenant, [range])} AND ${isOfError} ${settings}`,
    { maximumSeconds: 5 },
  )
  return row?.code ?? row?.message ?? undefined
}
