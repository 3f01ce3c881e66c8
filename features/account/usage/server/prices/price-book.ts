import { z } from 'zod'
import { videoQualities } from '@playhead/domain/flags.ts'
import { type Price, priceOf } from '@playhead/domain/rate.ts'
import { type Meter, meterNames } from '@playhead/domain/usage.ts'
import { resolutionTiers } from '@playhead/domain/video.ts'

/** 10,000 of a currency for one unit. With it, cents of a month stay exact in JSON, however much is used. */
const microsMax = 1e12

const microsText = `Write a whole number from 0 to ${microsMax}, in millionths of a cent.`
const uptoText = 'Write a whole number of units above 0.'

const Step = z.strictObject({
  upto: z
    .number(uptoText)
    .refine((units) => Number.isSafeInteger(units) && units > 0, uptoText)
    .optional(),
  micros: z
    .number(microsText)
    .refine((micros) => Number.isInteger(micros) && micros >= 0 && micros <= microsMax, microsText),
})

const isLadder = (steps: readonly z.infer<typeof Step>[]) =>
  steps.every(({ upto }, index) =>
    index === steps.length - 1
      ? upto === undefined
      : upto !== undefined && upto > (steps[index - 1]?.upto ?? 0),
  )

export const PriceEntry = z.strictObject({
  meter: z.enum(meterNames),
  tier: z.enum(resolutionTiers).optional(),
  quality: z.enum(videoQualities).optional(),
  steps: z
    .array(Step)
    .min(1)
    .max(20)
    .refine(isLadder, 'Each step but the last needs a higher upto, and the last has none.'),
})

export const PriceBookFile = z.strictObject({
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'Write a currency as a code such as USD.')
    .default('USD'),
  valid_from: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Write the month from which prices apply as 2026-11.')
    .optional(),
  prices: z.array(PriceEntry).min(1).max(500),
})
export type PriceBookFile = z.infer<typeof PriceBookFile>

const byTier: readonly Meter[] = ['delivered']
const byTierAndQuality: readonly Meter[] = ['stored', 'encoded', 'live']

const thingsOf = (meter: Meter) => {
  if (byTier.includes(meter)) return resolutionTiers.map((tier) => ({ meter, tier, quality: '' }))
  if (byTierAndQuality.includes(meter))
    return resolutionTiers.flatMap((tier) =>
      videoQualities.map((quality) => ({ meter, tier, quality })),
    )
  return [{ meter, tier: '', quality: '' }]
}

/** A meter with a price needs one for all its tiers and qualities; one without any is not priced at all. */
export const holesIn = (prices: readonly Price[]): string[] =>
  [...new Set(prices.map(({ meter }) => meter as Meter))]
    .flatMap(thingsOf)
    .filter((thing) => !priceOf(prices, thing))
    .map(({ meter, tier, quality }) => [meter, tier, quality].filter(Boolean).join(' '))

export const repeatedIn = (prices: readonly Price[]): string[] => {
  const names = prices.map(({ meter, tier, quality }) =>
    [meter, tier, quality].filter(Boolean).join(' '),
  )
  return names.filter((name, index) => names.indexOf(name) !== index)
}
