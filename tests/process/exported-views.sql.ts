import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'

const ViewRow = z.object({ view_id: z.string(), version: z.number() })

/** Every view with its newest version. */
export const listVersions = (clickhouse: ClickHouse, environmentId: string) =>
  clickhouse.rows(
    ViewRow,
    sql`SELECT view_id, version FROM views FINAL WHERE environment_id = toUUID(${environmentId})`,
  )
