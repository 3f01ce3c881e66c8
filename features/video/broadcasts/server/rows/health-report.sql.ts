import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

/** Of all environments: those of the broadcasts that this process runs. */
export const updateHealthReports = (
  postgres: Database,
  reports: readonly { id: string; report: object }[],
) =>
  postgres.run(sql`
    update live_broadcasts b set health = r.health::jsonb
    from unnest(${reports.map(({ id }) => id)}::uuid[],
        ${reports.map(({ report }) => JSON.stringify(report))}::text[]) as r (id, health)
    where b.id = r.id and b.state <> 'ended'`)

const HealthRow = z.object({ health: z.unknown() })

/** Of a broadcast whose process is alive: of another one nothing is known. */
export const findHealthReport = async (environment: Environment, liveStreamId: string) =>
  (
    await environment.postgres.maybeRow(
      HealthRow,
      sql`
      select health from live_broadcasts
      where environment_id = ${environment.id} and live_stream_id = ${liveStreamId}
        and state <> 'ended' and health is not null and lease_until > clock_timestamp()`,
    )
  )?.health
