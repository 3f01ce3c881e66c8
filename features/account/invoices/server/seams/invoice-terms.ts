import type { Period } from '@playhead/domain/rating/fee-lines.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { slot } from '@playhead/server-kit/slot.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import type { InvoiceBuyer, TaxLine } from '../../contract.ts'

interface Taxed {
  /** Without tax; never below 0. */
  subtotalCents: bigint
  currency: string
  period: Period
}

export interface Terms {
  /** Undefined before it was entered: then the invoice is for the organization by its name. */
  buyer: InvoiceBuyer | undefined
  taxes: TaxLine[]
  /** Sentences below the lines, such as how to pay or that the buyer owes the tax. */
  notes: string[]
}

/** Whom an invoice is for, what tax it has and what is written below it; asked once, in the transaction that issues it. */
interface InvoiceTerms {
  readonly order: number
  termsFor(app: App, organization: Organization, taxed: Taxed): Promise<Terms>
}

export const invoiceTerms = slot<InvoiceTerms>('invoice terms')

const first = <Value>(values: readonly (Value | undefined)[]) =>
  values.find((value) => value !== undefined)

/** The buyer of the first part that knows one, the taxes and sentences of all. */
export const termsFor = async (
  app: App,
  organization: Organization,
  taxed: Taxed,
): Promise<Terms> => {
  const all: Terms[] = []
  for (const part of invoiceTerms.partsIn(app))
    all.push(await part.termsFor(app, organization, taxed))
  return {
    buyer: first(all.map(({ buyer }) => buyer)),
    taxes: all.flatMap(({ taxes }) => taxes),
    notes: all.flatMap(({ notes }) => notes),
  }
}
