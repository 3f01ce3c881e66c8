import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const Row = z.object({
  id: z.uuid(),
  environment_id: z.uuid(),
  rule_id: z.uuid().nullable(),
  breakdowns: z.array(z.object({ id: z.string(), name: z.string(), value: z.string() })),
  started_at: z.date(),
})
export type HeldIncident = z.infer<typeof Row>

const columns = sql`i.id, i.environment_id, i.rule_id, i.breakdowns, i.started_at`

export const findIncidentToHold = (transaction: Database, id: string) =>
  transaction.row(Row, sql`select ${columns} from incidents i where i.id = ${id}`)

const isHeldOpening = sql`n.incident_id = i.id and n.kind = 'opened' and n.status = 'held'
  and n.held_by is distinct from i.id`

const limit = 1_000

const HeldRow = Row.extend({ holders: z.array(z.uuid()) })

/** Open incidents whose opening silences or rules hold back. Some are held for good, so none may hide the others. */
export const listHeldIncidents = (postgres: Database) =>
  postgres.rows(
    HeldRow,
    sql`
    select ${columns}, array(
      select distinct n.held_by from notifications n where ${isHeldOpening} and n.held_by is not null
    ) as holders
    from incidents i
    where i.status = 'open' and exists (select from notifications n where ${isHeldOpening})
    order by i.started_at, i.id`,
  )

/** Locked, so that it cannot end before its opening is sent. Undefined when it has ended. */
export const lockOpenIncident = (transaction: Database, id: string) =>
  transaction.maybeRow(
    Row,
    sql`select ${columns} from incidents i where i.id = ${id} and i.status = 'open' for update`,
  )

/** Gives held openings another holder, or sends them when there is none. */
export const setHolder = (
  transaction: Database,
  incidentId: string,
  { holderId, now }: { holderId: string | null; now: Date },
) =>
  transaction.run(sql`
    update notifications n set held_by = ${holderId}::uuid,
      status = case when ${holderId}::uuid is null then 'pending' else 'held' end,
      next_attempt_at = greatest(next_attempt_at, ${now}::timestamptz)
    from incidents i
    where i.id = ${incidentId} and ${isHeldOpening}
      and n.held_by is distinct from ${holderId}::uuid`)

const reminderHours = 24

const DueRow = Row.extend({ number: z.number() })

const numberOf = (now: Date) =>
  sql`floor(extract(epoch from ${now}::timestamptz - i.started_at) / ${reminderHours * 3_600})::int`

/** Open incidents that nobody looks after, with the number of days they have been open. */
export const listDueReminders = (postgres: Database, now: Date) =>
  postgres.rows(
    DueRow,
    sql`
    select ${columns}, ${numberOf(now)} as number from incidents i
    where i.status = 'open' and i.acknowledged_at is null and ${numberOf(now)} >= 1
      and exists (select from notifications n where n.incident_id = i.id and n.kind = 'opened')
      and not exists (
        select from notifications n
        where n.incident_id = i.id and n.kind = 'reminder' and n.number >= ${numberOf(now)})
    order by i.started_at, i.id limit ${limit}`,
  )
