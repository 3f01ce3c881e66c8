import { type DrawnLine, sumOf } from '@playhead/domain/invoicing/draw-lines.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { type Organization, within } from '@playhead/server-kit/tenant.ts'
import { lockInvoice } from '../invoices.sql.ts'
import { insertLines } from '../lines.sql.ts'
import { invoiceListener } from '../seams/invoice-listener.ts'
import { termsFor } from '../seams/invoice-terms.ts'
import {
  findOrganizationName,
  lockNumbers,
  nextNumber,
  removeInvoice,
  setIssued,
} from './draw.sql.ts'
import { drawMonth } from './draw-month.ts'

const dayMs = 86_400_000

/** Without billing information an invoice is for the organization by its name. */
const nameless = {
  address: null,
  address2: null,
  city: null,
  state: null,
  zip: null,
  country: null,
  email: null,
  tax_id: null,
}

/** Explains why one resolution has included minutes and another has none. */
const includedNote = 'What the plan includes is taken from the dearest resolution first.'

/** Explains why the first step of an environment may have less than its whole width. */
const stepsNote =
  'The steps of a price begin after what the plan includes, and count the usage of all environments together.'

const notesOf = (lines: readonly DrawnLine[]) => [
  ...(lines.some(({ tier, includedThousandths }) => tier && includedThousandths > 0n)
    ? [includedNote]
    : []),
  ...(lines.some(({ steps }) => steps !== null && steps.length > 0) ? [stepsNote] : []),
]

/**
 * Gives a pending invoice its lines and its number, in one transaction: it is issued once, or not at all. Call it when
 * all hours of its month are closed.
 */
export const issueInvoice = (app: App, { id }: { id: string }, invoiceId: string) =>
  app.postgres.transaction(async (transaction) => {
    const organization: Organization = within({ id, postgres: app.postgres }, transaction)
    // Before the row, as in every run: two servers then wait for each other instead of blocking each other.
    await lockNumbers(transaction)
    const invoice = await lockInvoice(organization, invoiceId)
    if (invoice?.status !== 'pending') return undefined
    const period = { from: invoice.period_start, until: invoice.period_end }
    const { lines, currency, own, records } = await drawMonth(organization, period)
    if (lines.length === 0) {
      await removeInvoice(organization, invoice, own)
      return undefined
    }
    const subtotalCents = sumOf(lines)
    const terms = await termsFor(app, organization, {
      subtotalCents,
      currency: currency ?? invoice.currency,
      period,
    })
    const taxCents = terms.taxes.reduce((sum, tax) => sum + BigInt(tax.cents), 0n)
    const name = (await findOrganizationName(organization)) ?? ''
    const now = app.clock.now()
    const { seller, dueDays } = app.settings.invoices
    const issued = await setIssued(organization, invoiceId, {
      number: await nextNumber(transaction),
      // About nothing, nothing is owed.
      status: subtotalCents + taxCents === 0n ? 'paid' : 'open',
      currency: currency ?? invoice.currency,
      subtotalCents,
      taxCents,
      issuedAt: now,
      dueAt: new Date(now.getTime() + dueDays * dayMs),
      snapshot: {
        seller,
        buyer: {
          organization_id: id,
          organization_name: name,
          ...(terms.buyer ?? { name, ...nameless }),
        },
        period: { from: period.from.toISOString(), until: period.until.toISOString() },
        zone: 'UTC',
        taxes: terms.taxes,
        notes: [...notesOf(lines), ...terms.notes],
      },
      rating: { months: records },
    })
    await insertLines(organization, invoiceId, lines)
    for (const listener of invoiceListener.partsIn(app))
      await listener.issued?.(app, organization, issued)
    return issued
  })
