import { flagDefaults, type Flags, withFlags } from './flags.ts'

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

/** Limits of a plan without explicit values. BILL-017 */
const planDefaults = { dataViewLimit: 0, maxFilters: 2, maxUsers: -1, retentionDays: 35 }

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

export interface Included {
  /** On-demand videos that exist at the same time. Unlimited without a number. */
  videos?: number
  /** In a calendar month, in UTC. */
  deliveredMinutes?: number
}

/** What a plan includes beside its flags. BILL-025 */
const planIncludes: Partial<Record<PlanName, Included>> = {
  Free: { videos: 10, deliveredMinutes: 100_000 },
}

export const includedInPlan = (plan: string): Included =>
  isPlanName(plan) ? (planIncludes[plan] ?? {}) : {}

export const flagsOfPlan = (plan: PlanName, changes: Record<string, unknown> = {}) =>
  withFlags(withFlags(flagDefaults, planLimits[plan]), changes)

export const isPlanName = (name: string): name is PlanName =>
  (planNames as readonly string[]).includes(name)
