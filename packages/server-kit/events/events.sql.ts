import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '../tenant.ts'

export interface EventToRecord {
  type: string
  objectType: string
  objectId: string
  data: Record<string, unknown>
}

/** The channel on which webhook delivery listens. */
export const webhooksChannel = 'playhead_webhooks'

const Inserted = z.object({ id: z.uuid() })

/** Creates a delivery for each webhook that is enabled now; later webhooks do not get the event. */
export const insertEvent = async (environment: Environment, event: EventToRecord) => {
  const { id } = await environment.postgres.row(
    Inserted,
    sql`
    insert into events (environment_id, type, object_type, object_id, data)
    values (${environment.id}, ${event.type}, ${event.objectType}, ${event.objectId}, ${sql.json(event.data)})
    returning id`,
  )
  await environment.postgres.run(
    sql`
    with added as (
      insert into webhook_deliveries (event_id, webhook_id, environment_id)
      select ${id}, id, environment_id from webhooks
      where environment_id = ${environment.id} and is_enabled
      -- A webhook that is deleted at this moment is skipped, instead of failing the foreign key.
      for key share
      returning event_id)
    select pg_notify(${webhooksChannel}, '') from added limit 1`,
  )
  return id
}
