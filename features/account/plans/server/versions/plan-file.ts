import { z } from 'zod'
import { flagDefaults, isFlagName } from '@playhead/domain/flags.ts'
import { overages, planDefaults, planIdOf, planNames } from '@playhead/domain/plans.ts'
import { meterNames } from '@playhead/domain/usage.ts'
import type { PlanRow } from '../subscription/plans.sql.ts'

const cents = z.number().int().min(0).max(1e12)
const amount = z.number().int().positive().max(1e15)

const isFlagOf = (flags: Record<string, unknown>) =>
  Object.entries(flags).every(
    ([name, value]) => isFlagName(name) && typeof value === typeof flagDefaults[name],
  )

const PlanEntry = z.strictObject({
  name: z.enum(planNames),
  flags: z
    .record(z.string(), z.union([z.boolean(), z.number(), z.string()]))
    .refine(isFlagOf, 'A flag has a name and a kind of value that docs/plans lists.')
    .default({}),
  fees: z.strictObject({ month: cents, year: cents }),
  included: z
    .strictObject(
      Object.fromEntries(
        [...meterNames, 'videos'].map((name) => [name, amount.optional()]),
      ) as Record<string, z.ZodOptional<typeof amount>>,
    )
    .default({}),
  overage: z.enum(overages).default('priced'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'Write a currency as a code such as USD.')
    .default('USD'),
  is_self_service: z.boolean().default(true),
  is_offered: z.boolean().default(true),
})

export const PlanFile = z.strictObject({ plans: z.array(PlanEntry).min(1).max(planNames.length) })

type Entry = z.infer<typeof PlanEntry>
export type NewPlan = Omit<PlanRow, 'version' | 'created_at' | 'created_by'>

const withoutGaps = (included: Entry['included']) =>
  Object.fromEntries(
    Object.entries(included).filter((entry): entry is [string, number] => entry[1] !== undefined),
  )

export const newPlanOf = (entry: Entry): NewPlan => ({
  ...entry,
  id: planIdOf(entry.name),
  flags: entry.name === 'Custom' ? entry.flags : { ...planDefaults, ...entry.flags },
  included: withoutGaps(entry.included),
})

/** As `plans import` reads it. */
export const fileOf = (rows: readonly PlanRow[]) => ({
  plans: rows.map(
    ({ name, flags, fees, included, overage, currency, is_self_service, is_offered }) => ({
      name,
      flags,
      fees,
      included,
      overage,
      currency,
      is_self_service,
      is_offered,
    }),
  ),
})
