import { z } from 'zod'
import { unpaidStatuses } from '@playhead/domain/invoicing/invoice-status.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { sql, type SqlFragment } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { paymentStatuses } from '../../contract.ts'
import type { CollectingProvider } from '../provider/provider.ts'
import type { Answer } from './note-answer.ts'
import { retryDays, withoutHundredths } from './retry-days.ts'

const PaymentRow = z.object({
  id: z.uuid(),
  organization_id: z.uuid(),
  invoice_id: z.uuid(),
  idempotency_key: z.string(),
  customer_id: z.string(),
  /** Null for a link. */
  method_id: z.string().nullable(),
  /** Of a link: where the payer comes back to. */
  return_url: z.string().nullable(),
  amount_cents: z.coerce.number().int(),
  currency: z.string(),
  description: z.string(),
  status: z.enum(paymentStatuses),
  provider_id: z.string().nullable(),
  error: z.string().nullable(),
  refunded_cents: z.coerce.number().int(),
  created_at: z.date(),
})
export type PaymentRow = z.infer<typeof PaymentRow>

const columns = sql`id, organization_id, invoice_id, idempotency_key, customer_id, method_id,
  return_url, amount_cents, currency, description, status, provider_id, error, refunded_cents,
  created_at`

/** One that never reached the provider is no attempt of the payer, and does not put off the next one; nor does a link. */
const isTry = sql`(method_id is not null and (status <> 'canceled' or provider_id is not null))`

const DueRow = z.object({ id: z.uuid(), organization_id: z.uuid(), attempts: z.number() })
export type DueRow = z.infer<typeof DueRow>

type ProviderName = CollectingProvider['name']

/** Of all organizations: what is owed, has a method, and is charged for the first time, with a new method or once more. */
export const listDueCharges = (postgres: Database, provider: ProviderName, now: Date) =>
  postgres.rows(
    DueRow,
    sql`
    select i.id, i.organization_id, p.attempts from invoices i
    join payment_customers c on c.organization_id = i.organization_id and c.provider = ${provider}
      and c.method is not null
    cross join lateral (
      select count(*)::int as attempts,
        count(*) filter (where ${isTry})::int as tries,
        min(created_at) filter (where ${isTry}) as first_at,
        max(created_at) filter (where method_id is not null) as last_at,
        coalesce(bool_or(status in ('started', 'processing', 'action_required')), false) as is_running
      from payments where invoice_id = i.id
    ) p
    where i.status = any(${[...unpaidStatuses]}) and i.total_cents > i.paid_cents
      and i.currency <> all(${withoutHundredths}) and not p.is_running
      and (p.tries = 0 or c.saved_at > p.last_at or ${now}::timestamptz >= p.first_at +
        make_interval(days => (${[...retryDays]}::int[])[p.tries + 1]))
    order by i.issued_at, i.id`,
  )

/** Undefined when another process was faster, or nothing is owed any more. */
export const insertPayment = (
  postgres: Database,
  provider: ProviderName,
  { id, organization_id: organizationId, attempts }: DueRow,
  now: Date,
) =>
  postgres.maybeRow(
    PaymentRow,
    sql`
    insert into payments (organization_id, invoice_id, provider, attempt, idempotency_key,
      customer_id, method_id, amount_cents, currency, description, status, created_at, changed_at)
    select i.organization_id, i.id, ${provider}, ${attempts + 1}::int,
      'invoice ' || i.id || ' attempt ' || ${attempts + 1}::int, c.customer_id, c.method ->> 'id',
      i.total_cents - i.paid_cents, i.currency, 'Invoice ' || i.number, 'started', ${now}, ${now}
    from invoices i
    join payment_customers c on c.organization_id = i.organization_id and c.provider = ${provider}
      and c.method is not null
    where i.id = ${id} and i.organization_id = ${organizationId}
      and i.status = any(${[...unpaidStatuses]}) and i.total_cents > i.paid_cents
    on conflict do nothing
    returning ${columns}`,
  )

const RunningRow = PaymentRow.extend({ is_owed: z.boolean(), is_replaced: z.boolean() })
export type RunningRow = z.infer<typeof RunningRow>

/** With whether the invoice is still owed, and whether another attempt is due. A link is open for a day at most. */
const running = (provider: ProviderName, now: Date, where: SqlFragment) => sql`
    select p.*, i.status = any(${[...unpaidStatuses]}) as is_owed,
      coalesce(c.saved_at > p.created_at or ${now}::timestamptz >= case when p.method_id is null
        then p.created_at + interval '1 day'
        else t.first_at + make_interval(days => (${[...retryDays]}::int[])[t.tries + 1]) end,
        false) as is_replaced
    from payments p join invoices i on i.id = p.invoice_id
    cross join lateral (
      select count(*)::int as tries, min(created_at) as first_at
      from payments where invoice_id = p.invoice_id and ${isTry}
    ) t
    left join payment_customers c on c.organization_id = p.organization_id
      and c.provider = p.provider and c.method is not null
    where p.provider = ${provider} and p.status in ('started', 'processing', 'action_required')
      and ${where}
    order by p.created_at, p.id`

/** Of all organizations: what may still succeed. */
export const listRunning = (postgres: Database, provider: ProviderName, now: Date) =>
  postgres.rows(RunningRow, running(provider, now, sql`true`))

/** Of one invoice: at most one payment may still succeed. */
export const runningOf = (
  { id, postgres }: Organization,
  provider: ProviderName,
  { invoiceId, now }: { invoiceId: string; now: Date },
) =>
  postgres.maybeRow(
    RunningRow,
    running(provider, now, sql`p.organization_id = ${id} and p.invoice_id = ${invoiceId}`),
  )

/** Answers about one payment are noted one at a time. Call it inside a transaction. */
export const lockPayment = ({ id, postgres }: Organization, paymentId: string) =>
  postgres.row(
    PaymentRow,
    sql`
    select ${columns} from payments where organization_id = ${id} and id = ${paymentId}
    for update`,
  )

export const setPaymentState = (
  { id, postgres }: Organization,
  paymentId: string,
  { state, surplusCents, now }: { state: Answer; surplusCents: number; now: Date },
) =>
  postgres.run(sql`
    update payments set status = ${state.status}, error = ${state.error},
      provider_id = coalesce(${state.id}::text, provider_id), surplus_cents = ${surplusCents},
      changed_at = ${now}
    where organization_id = ${id} and id = ${paymentId}`)

export const setRefunded = (
  { id, postgres }: Organization,
  paymentId: string,
  refundedCents: number,
) =>
  postgres.run(sql`
    update payments set refunded_cents = ${refundedCents}
    where organization_id = ${id} and id = ${paymentId}`)

/** Of all organizations: the payment that an event is about, by its id at the provider or by that of its row. */
export const findPaymentOf = (
  postgres: Database,
  provider: ProviderName,
  by: { providerId: string } | { paymentId: string },
) =>
  postgres.maybeRow(
    PaymentRow,
    'providerId' in by
      ? sql`
    select ${columns} from payments where provider = ${provider} and provider_id = ${by.providerId}`
      : sql`
    select ${columns} from payments where provider = ${provider} and id::text = ${by.paymentId}`,
  )

const SurplusRow = z.object({
  number: z.coerce.number().int(),
  currency: z.string(),
  cents: z.coerce.number().int(),
})

/** Of all organizations: what was paid beyond what the invoice took since then, and not paid back. */
export const listSurplus = (postgres: Database, since: Date) =>
  postgres.rows(
    SurplusRow,
    sql`
    select i.number, p.currency, sum(p.surplus_cents - p.refunded_cents) as cents
    from payments p join invoices i on i.id = p.invoice_id
    where p.surplus_cents > p.refunded_cents and p.changed_at >= ${since}
    group by i.id, i.number, p.currency order by i.number`,
  )

/** The last one; without links that led to nothing. */
export const lastPaymentOf = ({ id, postgres }: Organization) =>
  postgres.maybeRow(
    PaymentRow,
    sql`
    select ${columns} from payments where organization_id = ${id}
      and (method_id is not null or status not in ('started', 'action_required', 'canceled'))
    order by created_at desc, id limit 1`,
  )

/** The newest first. */
export const listPaymentsOf = ({ id, postgres }: Organization, invoiceId: string) =>
  postgres.rows(
    PaymentRow,
    sql`
    select ${columns} from payments where organization_id = ${id} and invoice_id = ${invoiceId}
    order by created_at desc, attempt desc`,
  )
