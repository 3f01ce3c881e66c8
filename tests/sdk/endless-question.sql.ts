import { sql } from '@playhead/clickhouse/sql.ts'

/** Takes sixty seconds on any machine. */
export const endlessQuestion = sql`
  SELECT sum(sleepEachRow(0.1)) AS s FROM numbers(600) SETTINGS max_block_size = 1`
