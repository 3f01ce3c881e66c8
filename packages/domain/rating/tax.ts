import { divideHalfEven } from './round.ts'

/** A line of the operator's table. Without a region it is the rate of a country's other regions. */
export interface TaxRate {
  country: string
  region?: string | undefined
  /** In percent, with up to four decimals. */
  rate: number
  name: string
  /** A payer with a tax id owes the tax instead of the seller. */
  reverse_charge?: boolean | undefined
}

export interface TaxedAddress {
  country: string
  region: string
}

const isSame = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/** Undefined where the operator owes no tax. */
export const findTaxRate = (
  rates: readonly TaxRate[],
  { country, region }: TaxedAddress,
): TaxRate | undefined => {
  const there = rates.filter((rate) => isSame(rate.country, country))
  return (
    there.find((rate) => rate.region !== undefined && isSame(rate.region, region)) ??
    there.find((rate) => rate.region === undefined)
  )
}

const partsOfPercent = 10_000

/** Rounded once, half to even. */
export const taxCents = (cents: bigint, percent: number): bigint =>
  divideHalfEven(cents * BigInt(Math.round(percent * partsOfPercent)), 1_000_000n)

export interface Tax {
  /** Null without tax. */
  name: string | null
  percent: number
  cents: bigint
  is_reverse_charge: boolean
}

/** The tax of an amount. */
export const taxOf = (
  rates: readonly TaxRate[],
  address: TaxedAddress,
  { cents, taxId }: { cents: bigint; taxId: string },
): Tax => {
  const rate = findTaxRate(rates, address)
  if (!rate) return { name: null, percent: 0, cents: 0n, is_reverse_charge: false }
  if (rate.reverse_charge && taxId !== '')
    return { name: rate.name, percent: 0, cents: 0n, is_reverse_charge: true }
  return {
    name: rate.name,
    percent: rate.rate,
    cents: taxCents(cents, rate.rate),
    is_reverse_charge: false,
  }
}
