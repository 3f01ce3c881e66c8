import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

const RefusalRow = z.object({
  id: z.uuid(),
  reason: z.string(),
  message: z.string(),
  protocol: z.enum(['rtmp', 'rtmps', 'srt']),
  network: z.string(),
  created_at: z.date(),
})
export type RefusalRow = z.infer<typeof RefusalRow>

/** An encoder that tries again and again must not push out what others were told. */
const keptPerStream = 100
const keptDays = 7

export const insertRefusal = async (
  environment: Environment,
  liveStreamId: string,
  given: Pick<RefusalRow, 'reason' | 'message' | 'protocol' | 'network'>,
) => {
  await environment.postgres.run(sql`
    insert into live_refusals (environment_id, live_stream_id, reason, message, protocol, network)
    values (${environment.id}, ${liveStreamId}, ${given.reason}, ${given.message},
      ${given.protocol}, ${given.network})`)
  await environment.postgres.run(sql`
    delete from live_refusals where live_stream_id = ${liveStreamId} and id in (
      select id from live_refusals where live_stream_id = ${liveStreamId}
      order by created_at desc, id offset ${keptPerStream})`)
}

export const listRefusals = (environment: Environment, liveStreamId: string, limit: number) =>
  environment.postgres.rows(
    RefusalRow,
    sql`
    select id, reason, message, protocol, network, created_at from live_refusals
    where environment_id = ${environment.id} and live_stream_id = ${liveStreamId}
    order by created_at desc, id limit ${limit}`,
  )

/** For all environments: a schedule calls it. */
export const deleteOldRefusals = (postgres: Database) =>
  postgres.run(sql`
    delete from live_refusals
    where created_at < clock_timestamp() - make_interval(days => ${keptDays})`)
