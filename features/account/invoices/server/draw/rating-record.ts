import { z } from 'zod'
import { meterNames } from '@playhead/domain/usage.ts'
import type { EnvironmentUsage } from '@playhead/domain/rating/sum-usage.ts'

const UsageTuple = z.tuple([z.string(), z.enum(meterNames), z.string(), z.string(), z.string()])

export const RatedMonthRecord = z.object({
  /** Such as 2026-10. */
  month: z.string(),
  price_version: z.number().nullable(),
  /** Environment, meter, tier, quality and thousandths. */
  usage: z.array(UsageTuple),
})
export type RatedMonthRecord = z.infer<typeof RatedMonthRecord>

/** What an invoice and those before it charged, by month: what is counted later is the difference to it. */
export const RatingRecord = z.object({ months: z.array(RatedMonthRecord).default([]) })

/** A year of months can be corrected. */
export const correctableMonths = 12

export const recordOf = (
  month: string,
  priceVersion: number | null,
  usage: readonly EnvironmentUsage[],
): RatedMonthRecord => ({
  month,
  price_version: priceVersion,
  usage: usage.map(({ environmentId, meter, tier, quality, thousandths }) => [
    environmentId,
    meter,
    tier,
    quality,
    thousandths.toString(),
  ]),
})

export const usageOf = ({ usage }: RatedMonthRecord): EnvironmentUsage[] =>
  usage.map(([environmentId, meter, tier, quality, thousandths]) => ({
    environmentId,
    meter,
    tier,
    quality,
    thousandths: BigInt(thousandths),
  }))
