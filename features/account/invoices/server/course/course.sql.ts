import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const DueRow = z.object({ id: z.uuid(), organization_id: z.uuid() })

/** Of all organizations: what is owed after its due date and is not late yet. */
export const listFallenDue = (postgres: Database, now: Date) =>
  postgres.rows(
    DueRow,
    sql`
    select id, organization_id from invoices
    where status in ('open', 'payment_action_required') and due_at <= ${now}
    order by due_at, id`,
  )

/** Late since before a moment. */
export const listLongLate = (postgres: Database, dueBefore: Date) =>
  postgres.rows(
    DueRow,
    sql`
    select id, organization_id from invoices where status = 'late' and due_at <= ${dueBefore}
    order by due_at, id`,
  )
