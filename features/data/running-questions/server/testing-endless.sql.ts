import { sql } from '@playhead/clickhouse/sql.ts'

/** Reads ten rows a second for longer than a test. */
export const endless = sql`SELECT sum(sleepEachRow(0.1)) AS slept FROM numbers(1000) SETTINGS max_block_size = 1`
