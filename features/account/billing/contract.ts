import { z } from 'zod/mini'
import { endpoints, get, put } from '@playhead/contract-kit/define.ts'
import { admin, member } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { billingFrequencies, billingModes } from '@playhead/domain/plans.ts'

export const limitSubjects = ['videos', 'delivered_minutes', 'views'] as const
export type LimitSubject = (typeof limitSubjects)[number]

const PlanLimit = z.object({
  subject: z.enum(limitSubjects),
  included: z.int(),
  /** Videos that are there now; the others in this month, until the last hour that is counted. */
  used: z.int(),
})

export const capActions = ['notify', 'stop_new', 'stop_delivery'] as const
export type CapAction = (typeof capActions)[number]

export const capLimits = { centsMax: 100_000_000_000 } as const

const capCentsText = `cents must be a whole number from 1 to ${capLimits.centsMax}, or null to remove the cap.`
const capCents = z
  .int(capCentsText)
  .check(z.minimum(1, capCentsText), z.maximum(capLimits.centsMax, capCentsText))
const capAction = z.enum(capActions, 'action must be notify, stop_new or stop_delivery.')

const SpendingCap = z.object({
  cents: z.int(),
  action: z.enum(capActions),
  /** Of the running month, at the last check; null before the first one. */
  spent_cents: z.nullable(z.int()),
  checked_at: z.nullable(z.iso.datetime()),
  is_reached: z.boolean(),
})

const Cap = z.object({
  /** Null without prices: then there is nothing to cap. */
  currency: z.nullable(z.string()),
  /** In words, why no usage is charged. A cap cannot be set then, and one that is set stops nothing. Null where it is charged. */
  nothing_to_cap: z.nullable(z.string()),
  cap: z.nullable(SpendingCap),
})

/** BILL-013 */
const Subscription = z.object({
  plan_id: z.string(),
  plan_version: z.int(),
  billing_frequency: z.enum(billingFrequencies),
  feature_flags: z.object({
    test_video_only: z.boolean(),
    data_view_limit: z.int(),
    max_filters: z.int(),
    max_users: z.int(),
    retention_days: z.int(),
  }),
  /** Null for members. */
  commercial_details: z.nullable(z.record(z.string(), z.unknown())),
  started_at: z.iso.datetime(),
  period_start: z.iso.datetime(),
})

export const billing = endpoints({
  retrieve: get('/ui/v1/organization/billing', {
    access: member,
    summary:
      'The plan of the organization, and how much of what it includes is used; for admins also what this month costs',
    returns: dataOf(
      z.object({
        mode: z.enum(billingModes),
        plan: z.string(),
        /** BILL-014 */
        account_activity: z.object({
          current: z.object({ plan: z.object({ name: z.string() }) }),
        }),
        /** Null without one: then nothing is charged. */
        subscription: z.nullable(Subscription),
        /** Whether its version of the plan is no longer offered. */
        is_legacy: z.boolean(),
        /** Of this month so far; null for members, and without a subscription. */
        money: z.nullable(
          z.object({
            currency: z.string(),
            fee_cents: z.int(),
            /** Of the prices: another one than the plan's until the operator makes them one. */
            usage_currency: z.string(),
            usage_cents: z.int(),
          }),
        ),
        /** Such as 2026-11, in UTC. */
        month: z.string(),
        /** Empty for a plan without limits. */
        limits: z.array(PlanLimit),
      }),
    ),
  }),
  retrieveCap: get('/ui/v1/billing/cap', {
    access: admin,
    summary: 'The spending cap of the organization',
    returns: dataOf(Cap),
  }),
  updateCap: put('/ui/v1/billing/cap', {
    access: admin,
    summary: 'Set what happens when a month costs more, or remove the cap',
    body: z.object({
      cap: z.object({
        /** Null removes the cap. */
        cents: z.nullable(capCents),
        action: z._default(capAction, 'notify'),
        /** With `stop_delivery` only: the name of the organization. */
        confirmation: z.optional(z.string().check(z.maxLength(200))),
      }),
    }),
    returns: dataOf(Cap),
  }),
})
