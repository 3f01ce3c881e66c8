import { z } from 'zod'
import { countryCodes } from '@playhead/domain/countries.ts'
import { taxLimits } from '../../tax-contract.ts'

/** Four decimals of a percent are what `taxCents` calculates with. */
const isPrecise = (rate: number) => Math.abs(rate * 10_000 - Math.round(rate * 10_000)) < 1e-6

export const TaxRateEntry = z.strictObject({
  country: z.enum(countryCodes as [string, ...string[]], 'Write a country as a code such as DE.'),
  region: z.string().trim().min(1).max(taxLimits.regionMax).optional(),
  rate: z
    .number()
    .min(0)
    .max(100)
    .refine(isPrecise, 'A rate is in percent, with up to four decimals.'),
  name: z.string().trim().min(1).max(taxLimits.nameMax),
  reverse_charge: z.boolean().optional(),
})
export type TaxRateEntry = z.infer<typeof TaxRateEntry>

export const TaxTableFile = z.strictObject({ rates: z.array(TaxRateEntry).max(2000) })
export type TaxTableFile = z.infer<typeof TaxTableFile>

const placeOf = ({ country, region }: TaxRateEntry) =>
  region === undefined ? country : `${country} ${region.toUpperCase()}`

/** Places with two rates. */
export const repeatedIn = (rates: readonly TaxRateEntry[]): string[] => {
  const places = rates.map(placeOf)
  return [...new Set(places.filter((place, index) => places.indexOf(place) !== index))]
}
