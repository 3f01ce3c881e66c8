import { countryName, countryOptions } from '@playhead/domain/countries.ts'
import { emailError, urlError } from '@playhead/domain/field-rules.ts'
import { countryError, isTaxId, taxIdError } from '../billing-address.ts'
import type { Information } from './use-payments.ts'

/** The fields of the form: none is null, and the country is its name. */
export const valuesOf = (information: Information | null) => ({
  billingName: information?.billingName ?? '',
  billingAddress: information?.billingAddress ?? '',
  billingAddress2: information?.billingAddress2 ?? '',
  billingCity: information?.billingCity ?? '',
  billingState: information?.billingState ?? '',
  billingZip: information?.billingZip ?? '',
  billingCountry: information ? countryName(information.billingCountry) : '',
  billingEmail: information?.billingEmail ?? '',
  billingUrl: information?.billingUrl ?? '',
  taxId: information?.taxId ?? '',
})

export type InformationValues = ReturnType<typeof valuesOf>

/** By its name or its code; undefined for anything else. */
export const countryCodeOf = (text: string) => {
  const wanted = text.trim().toLowerCase()
  return countryOptions().find(
    ({ value, label }) => label.toLowerCase() === wanted || value.toLowerCase() === wanted,
  )?.value
}

/** BILL-023: the texts of the account forms. Only the country is required. */
export const errorsOf = ({
  billingCountry,
  billingEmail,
  billingUrl,
  taxId,
}: InformationValues) => ({
  billingCountry: countryCodeOf(billingCountry) === undefined ? countryError : undefined,
  billingEmail: billingEmail.trim() === '' ? undefined : emailError(billingEmail),
  billingUrl: billingUrl.trim() === '' ? undefined : urlError(billingUrl.trim()),
  taxId: isTaxId(taxId) ? undefined : taxIdError,
})

const orNull = (text: string | null) => text?.trim() || null

/** As the API takes it. */
export const inputOf = (given: Information) => ({
  ...given,
  billingEmail: orNull(given.billingEmail),
  billingUrl: orNull(given.billingUrl),
})

export const informationOf = (values: InformationValues): Information => ({
  ...values,
  billingCountry: countryCodeOf(values.billingCountry) ?? '',
})
