import { z } from 'zod'
import { flagDefaults, isFlagName } from '@playhead/domain/flags.ts'
import { overages, planDefaults, planIdOf, planNames } from '@playhead/domain/plans.ts'
import { meterNames } from '@playhead/domain/usage.ts'
import type { PlanRow } from '../subscription/plans.sql.ts'

const [centsMax, amountMax] = [1e12, 1e15]
const centsText = `Write a whole number of cents from 0 to ${centsMax}.`
const amountText = `Write a whole number from 1 to ${amountMax}.`

const cents = z
  .number(centsText)
  .refine((fee) => Number.isInteger(fee) && fee >= 0 && fee <= centsMax, centsText)
const amount = z
  .number(amountText)
  .refine((units) => Number.isInteger(units) && units >= 1 && units <= amountMax, amountText)

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
  fees: z.strictObject(
    { month: cents, year: cents },
    'Write the fees of a month and of a year, such as {"month": 4900, "year": 49000}.',
  ),
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
