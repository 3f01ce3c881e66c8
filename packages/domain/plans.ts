import { flagDefaults, type Flags, withFlags } from './flags.ts'
import type { Meter } from './usage.ts'

/** BILL-016 */
export const planNames = [
  'Lite',
  'Free',
  'Pay as you go',
  'Starter',
  'Developer',
  'Pro',
  'Custom',
  'Self-service Media',
] as const

export type PlanName = (typeof planNames)[number]

/** What `PLAYHEAD_BILLING` may be: only in the last three there are invoices. */
export const billingModes = ['showback', 'invoice', 'test', 'stripe'] as const
export type BillingMode = (typeof billingModes)[number]

/** BILL-017: the first is the default. */
export const billingFrequencies = ['month', 'year'] as const
export type BillingFrequency = (typeof billingFrequencies)[number]

/** How an id of a plan is written: `pay-as-you-go`. */
export const planIdOf = (name: PlanName) => name.toLowerCase().replaceAll(' ', '-')

export const planIds = planNames.map(planIdOf) as [string, ...string[]]

export const planNameOf = (id: string): PlanName | undefined =>
  planNames.find((name) => planIdOf(name) === id)

/** Limits of a plan without explicit values, but for Custom. BILL-017 */
export const planDefaults = { dataViewLimit: 0, maxFilters: 2, maxUsers: -1, retentionDays: 35 }

/** Self-hosted installations have no plan limits to outgrow: Custom has the product's own defaults. */
const planLimits: Record<PlanName, Partial<Flags>> = {
  Lite: { ...planDefaults, environmentLimit: 2, realtime: false, customDashboards: false },
  Free: { ...planDefaults, environmentLimit: 2, dataViewLimit: 100_000 },
  'Pay as you go': { ...planDefaults, environmentLimit: 10 },
  Starter: { ...planDefaults, environmentLimit: 10 },
  Developer: { ...planDefaults, environmentLimit: 10, maxFilters: 5 },
  Pro: { ...planDefaults, environmentLimit: 50, maxFilters: 10, retentionDays: 100 },
  Custom: {},
  'Self-service Media': { ...planDefaults, environmentLimit: 10 },
}

/** What a month includes, in the unit that a meter is priced by, such as minutes; and how many videos may exist. */
export type Included = Partial<Record<Meter | 'videos', number>>

/** In cents. */
export type Fees = Record<BillingFrequency, number>

/** Whether what is used beyond the included amounts is charged by the prices. */
export const overages = ['priced', 'none'] as const
export type Overage = (typeof overages)[number]

/** What a version of a plan says; it never changes. */
export interface PlanTerms {
  name: PlanName
  flags: Partial<Flags>
  fees: Fees
  included: Included
  overage: Overage
  currency: string
}

/** BILL-025 */
const planIncludes: Partial<Record<PlanName, Included>> = {
  Free: { videos: 10, delivered: 100_000, views_other: 100_000 },
}

/** Version 1 of a plan, which every server begins with: fees are for the operator to set. */
export const firstVersionOf = (name: PlanName): PlanTerms => ({
  name,
  flags: planLimits[name],
  fees: { month: 0, year: 0 },
  included: planIncludes[name] ?? {},
  overage: name === 'Free' ? 'none' : 'priced',
  currency: 'USD',
})

export const flagsOfPlan = (plan: PlanName, changes: Record<string, unknown> = {}) =>
  withFlags(withFlags(flagDefaults, planLimits[plan]), changes)

export const isPlanName = (name: string): name is PlanName =>
  (planNames as readonly string[]).includes(name)
