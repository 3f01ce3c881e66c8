import { countryName } from '@playhead/domain/countries.ts'
import { countryError } from '../../billing-address.ts'
import { countryCodeOf } from '../information-values.ts'
import type { TaxRate } from './use-tax-table.ts'

/** As people enter them: the country is its name. */
export interface TaxRateValues {
  country: string
  /** Empty for all regions without a rate of their own. */
  region: string
  name: string
  /** In percent, such as 7.25. */
  rate: string
  isReverseCharge: boolean
}

export const newTaxRate: TaxRateValues = {
  country: '',
  region: '',
  name: '',
  rate: '',
  isReverseCharge: false,
}

export const valuesOf = ({ country, region, name, rate, isReverseCharge }: TaxRate) => ({
  country: countryName(country),
  region: region ?? '',
  name,
  rate: String(rate),
  isReverseCharge,
})

export const rateOf = (values: TaxRateValues): TaxRate => ({
  country: countryCodeOf(values.country) ?? '',
  region: values.region.trim() || null,
  name: values.name.trim(),
  rate: Number(values.rate.trim()),
  isReverseCharge: values.isReverseCharge,
})

type Place = Pick<TaxRate, 'country' | 'region'>

/** Where a rate is for; two of them are the same in any case. */
export const placeKey = ({ country, region }: Place) => `${country} ${region?.toUpperCase() ?? ''}`

export const placeName = ({ country, region }: Place) =>
  [countryName(country), region].filter(Boolean).join(', ')

const rateShape = /^\d{1,3}(\.\d{1,4})?$/

const rateError = (rate: string) =>
  rateShape.test(rate.trim()) && Number(rate) <= 100
    ? undefined
    : 'Enter a rate in percent from 0 to 100, such as 19 or 7.25.'

/** `others` are the rates beside this one. */
export const errorsOf = (values: TaxRateValues, others: readonly TaxRate[]) => {
  const place = rateOf(values)
  const isThere = others.some((other) => placeKey(other) === placeKey(place))
  return {
    country: place.country === '' ? countryError : undefined,
    region:
      place.country !== '' && isThere
        ? `${placeName(place)} has a rate already. Change that one instead.`
        : undefined,
    name: place.name ? undefined : 'Enter what invoices call this tax, such as VAT.',
    rate: rateError(values.rate),
  }
}

const byName = (one: TaxRate, other: TaxRate) => (placeName(one) < placeName(other) ? -1 : 1)

export const sortedRates = (rates: readonly TaxRate[]) => rates.toSorted(byName)

/** As the API and `tax import` read it. */
export const textOf = (rates: readonly TaxRate[]) =>
  JSON.stringify({
    rates: rates.map(({ country, region, rate, name, isReverseCharge }) => ({
      country,
      ...(region !== null && { region }),
      rate,
      name,
      ...(isReverseCharge && { reverse_charge: true }),
    })),
  })
