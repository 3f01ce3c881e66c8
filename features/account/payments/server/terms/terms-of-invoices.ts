import { invoiceTerms, type Terms } from '@playhead/features/account/invoices/server'
import { informationOf, type InformationRow } from '../information/billing-information.sql.ts'
import { taxFor } from '../tax/tax-for.ts'

const orNull = (text: string) => text || null

const buyerOf = (row: InformationRow): NonNullable<Terms['buyer']> => ({
  name: row.name,
  address: orNull(row.address),
  address2: orNull(row.address2),
  city: orNull(row.city),
  state: orNull(row.state),
  zip: orNull(row.zip),
  country: orNull(row.country),
  email: row.email,
  tax_id: orNull(row.tax_id),
})

const reverseChargeNote = 'Reverse charge: the buyer owes the tax.'

/** Whom an invoice is for, its tax by the table of the operator, and how it is paid by transfer. */
export const termsOfInvoices = invoiceTerms({
  order: 10,
  termsFor: async ({ settings }, organization, { subtotalCents }) => {
    const information = await informationOf(organization)
    const tax = await taxFor(organization, subtotalCents)
    const taxes =
      tax && tax.name !== null && !tax.is_reverse_charge
        ? [{ name: tax.name, percent: tax.percent, cents: Number(tax.cents) }]
        : []
    const transfer = settings.billing === 'invoice' ? settings.transferText : undefined
    return {
      buyer: information && buyerOf(information),
      taxes,
      notes: [
        ...(tax?.is_reverse_charge ? [reverseChargeNote] : []),
        ...(transfer ? [transfer] : []),
      ],
    }
  },
})
