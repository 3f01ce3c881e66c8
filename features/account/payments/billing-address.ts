import { z } from 'zod/mini'
import { emailAddress } from '@playhead/contract-kit/email-address.ts'
import { countryCodes } from '@playhead/domain/countries.ts'

export const addressLimits = {
  lineMax: 200,
  zipMax: 20,
  taxIdMax: 30,
  urlMax: 2000,
} as const

export const countryError = 'Choose a country'
export const taxIdError = 'Tax ID does not appear to be valid'

/** Letters and digits, with a digit; blanks, dots and dashes between them do not count. */
const taxIdShape = /^(?=.*\d)[A-Z\d]{4,20}$/

export const plainTaxId = (text: string) => text.toUpperCase().replaceAll(/[\s.\-/]/g, '')

export const isTaxId = (text: string) => text.trim() === '' || taxIdShape.test(plainTaxId(text))

const line = (max: number = addressLimits.lineMax) =>
  z._default(z.string().check(z.trim(), z.maxLength(max)), '')

/** BILL-018, BILL-023 */
export const BillingInformationInput = z.object({
  /** Of the company or person that pays. */
  billing_name: line(),
  billing_address: line(),
  billing_address2: line(),
  billing_city: line(),
  billing_state: line(),
  billing_zip: line(addressLimits.zipMax),
  billing_country: z.enum(countryCodes, countryError),
  /** Where invoices go; admins get them without it. What is not sent stays as it is. */
  billing_email: z.optional(z.nullable(emailAddress)),
  billing_url: z.optional(
    z.nullable(
      z
        .url({ protocol: /^https?$/, error: 'URL does not appear to be valid' })
        .check(z.maxLength(addressLimits.urlMax)),
    ),
  ),
  tax_id: line(addressLimits.taxIdMax),
})

export const BillingInformation = z.object({
  billing_name: z.string(),
  billing_address: z.string(),
  billing_address2: z.string(),
  billing_city: z.string(),
  billing_state: z.string(),
  billing_zip: z.string(),
  billing_country: z.string(),
  billing_email: z.nullable(z.string()),
  billing_url: z.nullable(z.string()),
  tax_id: z.string(),
})
