import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { CollectingProvider, ProviderEvent } from '../provider/provider.ts'

const EventRow = z.object({ id: z.string(), subject: z.string().nullable() })
export type EventRow = z.infer<typeof EventRow>

type ProviderName = CollectingProvider['name']

/** An event that came before stays as it is. What no payment is about needs no handling. */
export const insertEvent = (
  postgres: Database,
  provider: ProviderName,
  { event: { id, subject }, now }: { event: ProviderEvent; now: Date },
) =>
  postgres.run(sql`
    insert into provider_events (provider, id, subject, received_at, handled_at)
    values (${provider}, ${id}, ${subject ?? null}, ${now},
      case when ${subject ?? null}::text is null then ${now}::timestamptz end)
    on conflict do nothing`)

export const listWaitingEvents = (postgres: Database, provider: ProviderName, limit: number) =>
  postgres.rows(
    EventRow,
    sql`
    select id, subject from provider_events where provider = ${provider} and handled_at is null
    order by received_at, id limit ${limit}`,
  )

export const setEventHandled = (
  postgres: Database,
  provider: ProviderName,
  { id, now }: { id: string; now: Date },
) =>
  postgres.run(sql`
    update provider_events set handled_at = ${now} where provider = ${provider} and id = ${id}`)

export const deleteEventsHandledBefore = (postgres: Database, moment: Date) =>
  postgres.run(sql`delete from provider_events where handled_at < ${moment}`)
