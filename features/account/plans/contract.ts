import { z } from 'zod/mini'
import { endpoints, get, post } from '@playhead/contract-kit/define.ts'
import { admin, staff } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import {
  billingFrequencies,
  billingModes,
  overages,
  planIds,
  planNames,
} from '@playhead/domain/plans.ts'

const frequency = z.enum(billingFrequencies)

const Plan = z.object({
  id: z.string(),
  version: z.int(),
  name: z.enum(planNames),
  /** In cents, without tax. */
  fees: z.object({ month: z.int(), year: z.int() }),
  currency: z.string(),
  /** In the unit that the meter is priced by, for a month; `videos` may exist at the same time. */
  included: z.record(z.string(), z.number()),
  /** `priced`: what is used beyond is charged by the prices. */
  overage: z.enum(overages),
  features: z.record(z.string(), z.union([z.boolean(), z.number(), z.string()])),
  is_self_service: z.boolean(),
})

const Scheduled = z.object({
  plan_id: z.string(),
  billing_frequency: frequency,
  from: z.iso.datetime(),
})

const PlanChange = z.object({
  plan_id: z.string(),
  billing_frequency: frequency,
  /** Later than now for what costs less: it begins with the next period. */
  effective_at: z.iso.datetime(),
  is_at_once: z.boolean(),
  currency: z.string(),
  /** What the fees of this month become, and what they were before. */
  month_cents: z.int(),
  month_cents_before: z.int(),
})

export const planFileLimits = { textMax: 1_000_000 } as const
const text = z.string().check(z.maxLength(planFileLimits.textMax))

const PlanVersion = z.object({
  ...Plan.shape,
  is_offered: z.boolean(),
  organizations: z.int(),
  created_at: z.iso.datetime(),
  /** Null for those a server begins with, and for the command line. */
  created_by: z.nullable(z.string()),
})

export const plans = endpoints({
  list: get('/ui/v1/billing/plans', {
    access: admin,
    summary: 'The plans on offer, and the plan of the organization',
    returns: dataOf(
      z.object({
        mode: z.enum(billingModes),
        /** Null without a subscription. */
        current: z.nullable(
          z.object({
            plan_id: z.string(),
            plan_version: z.int(),
            billing_frequency: frequency,
            next: z.nullable(Scheduled),
            /** The terms of its version, where that is no longer offered; null for one that is. */
            legacy_plan: z.nullable(Plan),
          }),
        ),
        plans: z.array(Plan),
      }),
    ),
  }),
  change: post('/ui/v1/billing/plan', {
    access: admin,
    summary: 'Choose a plan; it applies at once if it costs more, otherwise from the next period',
    body: z.object({
      plan_id: z.enum(planIds, 'plan_id must be the id of a plan on offer, such as pro.'),
      billing_frequency: z._default(
        z.enum(billingFrequencies, 'billing_frequency must be month or year.'),
        'month',
      ),
      /** Changes nothing. */
      preview: z._default(z.boolean(), false),
    }),
    returns: dataOf(PlanChange),
  }),
  versions: get('/ui/v1/operator/plans', {
    access: staff,
    summary: 'Every version of every plan, and how many organizations have it',
    returns: dataOf(
      z.object({
        mode: z.enum(billingModes),
        versions: z.array(PlanVersion),
        /** What is offered, as `plans import` reads it. */
        text: z.string(),
      }),
    ),
  }),
  offer: post('/ui/v1/operator/plans', {
    access: staff,
    summary: 'Offer plans as new versions; organizations keep the version they have',
    status: 201,
    body: z.object({ plans: z.object({ text }) }),
    returns: dataOf(z.array(z.object({ id: z.string(), version: z.int() }))),
  }),
  previewOffer: post('/ui/v1/operator/plans/preview', {
    access: staff,
    summary: 'What the organizations on these plans would have paid last month',
    body: z.object({ plans: z.object({ text }) }),
    returns: dataOf(
      z.object({
        month: z.string(),
        organizations: z.int(),
        currency: z.string(),
        cents: z.int(),
        cents_before: z.int(),
      }),
    ),
  }),
})
