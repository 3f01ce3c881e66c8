import type { PrintedInvoice, PrintedLine } from './printed-invoice.ts'

export const aUsageLine = (given: Partial<PrintedLine> = {}): PrintedLine => ({
  heading: 'Production',
  description: 'Delivered, 1080p',
  usage: {
    quantity: 123_456.25,
    included: 100_000,
    unit: 'minutes',
    unitMicros: 96_000,
    steps: null,
  },
  amountCents: 2252,
  ...given,
})

/** Its sums are those of its lines. */
export const anInvoice = (given: Partial<PrintedInvoice> = {}): PrintedInvoice => {
  const lines = given.lines ?? [
    { heading: 'Plan', description: 'Pro, by the month', usage: null, amountCents: 4200 },
    aUsageLine(),
  ]
  const subtotalCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return {
    number: 42,
    currency: 'EUR',
    issuedAt: new Date('2026-11-02T03:04:05Z'),
    dueAt: new Date('2026-11-16T03:04:05Z'),
    period: { from: new Date('2026-10-01T00:00:00Z'), until: new Date('2026-11-01T00:00:00Z') },
    seller: {
      name: 'Video Ltd',
      address: ['1 Main Street', 'Dublin'],
      email: 'billing@video.example',
      taxId: 'IE1234567T',
    },
    buyer: {
      name: 'Acme GmbH',
      address: ['Wilhelmstraße 4', '10117 Berlin'],
      country: 'DE',
      email: null,
      taxId: 'DE999999999',
    },
    lines,
    subtotalCents,
    taxes: [{ name: 'VAT', percent: 7.5, cents: 484 }],
    totalCents: subtotalCents + 484,
    notes: ['Please pay to IE29 AIBK 9311 5212 3456 78.'],
    ...given,
  }
}
