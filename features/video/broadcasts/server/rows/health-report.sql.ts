import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

export const updateHealthReport = (environment: Environment, broadcastId: string, report: object) =>
  environment.postgres.run(sql`
    update live_broadcasts set health = ${sql.json(report)}
    where environment_id = ${environment.id} and id = ${broadcastId} and state <> 'ended'`)

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
