import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import { graceDays } from '../course/grace.ts'

export const mailSteps = ['issued', 'day_0', 'day_3', 'day_7', 'day_14'] as const
export type MailStep = (typeof mailSteps)[number]

/**
 * One row for each mail that is due: about the newest step of each unpaid invoice, to the address of its buyer or else to
 * the admins. After a standstill the steps in between are left out.
 */
export const addDueMails = (postgres: Database, now: Date) =>
  postgres.run(sql`
    insert into invoice_mails (invoice_id, organization_id, step, address, created_at)
    select i.id, i.organization_id, d.step, a.address, ${now}
    from invoices i
    cross join lateral (select extract(epoch from ${now} - i.due_at) / 86400 as late) l
    cross join lateral (select case when l.late < 0 then 'issued' when l.late < 3 then 'day_0'
      when l.late < 7 then 'day_3' when l.late < ${graceDays} then 'day_7' else 'day_14' end as step) d
    cross join lateral (
      select coalesce(i.snapshot->'buyer'->>'email', '') as address
      where coalesce(i.snapshot->'buyer'->>'email', '') <> ''
      union
      select u.email from memberships m join users u on u.id = m.user_id
      where m.organization_id = i.organization_id and m.admin
        and coalesce(i.snapshot->'buyer'->>'email', '') = '') a
    where i.status in ('open', 'payment_action_required', 'late', 'delinquent')
    on conflict do nothing`)

const MailRow = z.object({
  invoice_id: z.uuid(),
  organization_id: z.uuid(),
  step: z.enum(mailSteps),
  address: z.string(),
  number: z.coerce.number().int(),
  period_start: z.date(),
  currency: z.string(),
  due_at: z.date(),
  owed_cents: z.coerce.number().int(),
  organization_name: z.string(),
})
export type MailRow = z.infer<typeof MailRow>

/** Of all organizations. What was paid in the meantime needs no mail. */
export const listUnsentMails = (postgres: Database) =>
  postgres.rows(
    MailRow,
    sql`
    select m.invoice_id, m.organization_id, m.step, m.address, i.number, i.period_start, i.currency,
      i.due_at, i.total_cents - i.paid_cents as owed_cents,
      i.snapshot->'buyer'->>'organization_name' as organization_name
    from invoice_mails m join invoices i on i.id = m.invoice_id
    where m.sent_at is null
      and i.status in ('open', 'payment_action_required', 'late', 'delinquent')
    order by m.created_at, m.invoice_id, m.address`,
  )

type MailKey = Pick<MailRow, 'invoice_id' | 'step' | 'address'>

/** False while another server sends it, or when it was sent. Call it inside a transaction. */
export const claimMail = async (postgres: Database, { invoice_id: id, step, address }: MailKey) =>
  (
    await postgres.rows(
      z.object({ step: z.string() }),
      sql`
      select step from invoice_mails
      where invoice_id = ${id} and step = ${step} and address = ${address} and sent_at is null
      for update skip locked`,
    )
  ).length > 0

export const markMailSent = (
  postgres: Database,
  { invoice_id: id, step, address }: MailKey,
  now: Date,
) =>
  postgres.run(sql`
    update invoice_mails set sent_at = ${now}
    where invoice_id = ${id} and step = ${step} and address = ${address}`)
