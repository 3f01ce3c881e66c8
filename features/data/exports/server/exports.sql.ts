import type { Readable } from 'node:stream'
import { z } from 'zod'
import { sql as analyticsSql } from '@playhead/clickhouse/sql.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import type { ColumnKind } from '@playhead/metrics/column-kinds.ts'
import { viewColumns } from '@playhead/metrics/view-columns.ts'
import { coarseColumns, exportColumns } from './export-columns.ts'

export const noteExportReader = ({ id, postgres }: { id: string; postgres: Database }, now: Date) =>
  postgres.run(sql`
    insert into export_readers (environment_id, asked_at) values (${id}, ${now})
    on conflict (environment_id) do update set asked_at = excluded.asked_at`)

const ReaderRow = z.object({ environment_id: z.uuid() })

/** Across all tenants, for the schedule. */
export const listExportReaders = async (postgres: Database, since: Date) =>
  (
    await postgres.rows(
      ReaderRow,
      sql`select environment_id from export_readers where asked_at >= ${since} order by 1`,
    )
  ).map((row) => row.environment_id)

const textKinds = new Set<ColumnKind>(['id', 'label', 'text', 'document'])
const formulaStart = '^(?:[=+@\t\r\n-]|＝|＋|－|＠)'

/** A spreadsheet would execute text that begins like a formula, and players send arbitrary text. */
const columns = analyticsSql.join(
  exportColumns.map((column) => {
    const name = analyticsSql.identifier(column)
    if (coarseColumns.has(column)) return analyticsSql`trunc(${name}, 1) AS ${name}`
    if (!textKinds.has(viewColumns[column])) return name
    return analyticsSql`if(match(${name}, ${formulaStart}), concat(${"'"}, ${name}), ${name}) AS ${name}`
  }),
)

const HourRow = z.object({ hour: z.number() })

/** The hours of a day in which views ended, as epoch seconds. */
export const listHoursWithViews = async (
  environment: { id: string; clickhouse: ClickHouse },
  { start, end }: { start: Date; end: Date },
) =>
  (
    await environment.clickhouse.rows(
      HourRow,
      analyticsSql`
      SELECT DISTINCT toUnixTimestamp(toStartOfHour(view_end)) AS hour FROM views
      WHERE environment_id = toUUID(${environment.id}) AND view_end >= ${start} AND view_end < ${end}
      ORDER BY hour`,
    )
  ).map((row) => row.hour)

/** The views that ended in a part of a day, as CSV lines. */
export const streamViewLines = (
  environment: { id: string; clickhouse: ClickHouse },
  { start, end }: { start: Date; end: Date },
): Promise<Readable> =>
  environment.clickhouse.csv(
    analyticsSql`
    SELECT ${columns} FROM views FINAL
    WHERE environment_id = toUUID(${environment.id}) AND view_end >= ${start} AND view_end < ${end}
    ORDER BY view_end, view_id
    SETTINGS format_csv_null_representation = '', do_not_merge_across_partitions_select_final = 1,
      prefer_column_name_to_alias = 1`,
    { maximumSeconds: 300 },
  )
