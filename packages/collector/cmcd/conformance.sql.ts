import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'

const kinds = ['total', 'event', 'format', 'key'] as const
type ConformanceKind = (typeof kinds)[number]

export interface ConformanceRow {
  environment_id: string
  /** 2026-11-21 */
  day: string
  player: string
  player_version: string
  kind: ConformanceKind
  name: string
  present: number
  malformed: number
  missing: number
}

export const insertConformance = (clickhouse: ClickHouse, rows: readonly ConformanceRow[]) =>
  clickhouse.insert('cmcd_conformance', rows)

const ReadRow = z.object({
  player: z.string(),
  player_version: z.string(),
  kind: z.enum(kinds),
  name: z.string(),
  present: z.number(),
  malformed: z.number(),
  missing: z.number(),
})
export type ConformanceCount = z.infer<typeof ReadRow>

/** The counts of the last 30 days, players with the most reports first, limited to what a page shows. */
export const listConformance = (environment: {
  readonly id: string
  readonly clickhouse: ClickHouse
}) =>
  environment.clickhouse.rows(
    ReadRow,
    sql`SELECT player, player_version, kind, name,
        sum(c.present) AS present, sum(c.malformed) AS malformed, sum(c.missing) AS missing
      FROM cmcd_conformance AS c
      WHERE environment_id = toUUID(${environment.id}) AND (player, player_version) GLOBAL IN (
        SELECT player, player_version FROM cmcd_conformance
        WHERE environment_id = toUUID(${environment.id}) AND kind = 'total'
        GROUP BY player, player_version
        ORDER BY sum(present) DESC, player, player_version LIMIT 50
      )
      GROUP BY player, player_version, kind, name
      ORDER BY player, player_version, kind, name`,
  )
