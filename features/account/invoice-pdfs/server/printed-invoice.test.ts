import { expect, test } from 'vitest'
import type { InvoiceRow } from '@playhead/features/account/invoices/server'
import type { LineRow } from './invoice-pdfs.sql.ts'
import { printedInvoice } from './printed-invoice.ts'

const aLine = (given: Partial<LineRow>): LineRow => ({
  kind: 'usage',
  month: new Date('2026-10-01T00:00:00Z'),
  environment_name: 'Production',
  meter: 'delivered',
  description: 'Delivered, 1080p',
  quantity: 7200,
  included: 600,
  unit_micros: 80_000,
  amount_cents: 9,
  steps: null,
  ...given,
})

const anInvoice = (given: Partial<InvoiceRow> = {}): InvoiceRow => ({
  id: '88888888-8888-4888-8888-888888888888',
  organization_id: '11111111-1111-4111-8111-111111111111',
  number: 7,
  period_start: new Date('2026-10-01T00:00:00Z'),
  period_end: new Date('2026-11-01T00:00:00Z'),
  status: 'open',
  currency: 'USD',
  subtotal_cents: 9,
  tax_cents: 1,
  total_cents: 10,
  paid_cents: 0,
  issued_at: new Date('2026-11-02T03:00:00Z'),
  due_at: new Date('2026-11-16T03:00:00Z'),
  settled_at: null,
  settled_note: null,
  settled_by: null,
  pdf_key: null,
  snapshot: {
    seller: { name: 'Video Ltd', address: ['Dublin'], email: null, tax_id: 'IE1' },
    buyer: {
      organization_id: '11111111-1111-4111-8111-111111111111',
      organization_name: 'Northlight TV',
      name: 'Northlight GmbH',
      address: 'Lindenweg 4',
      address2: ' ',
      city: 'Berlin',
      state: null,
      zip: null,
      country: 'DE',
      email: null,
      tax_id: null,
    },
    period: { from: '2026-10-01T00:00:00.000Z', until: '2026-11-01T00:00:00.000Z' },
    zone: 'UTC',
    taxes: [],
    notes: [],
  },
  ...given,
})

test('lines are grouped by what they are about, with quantities in priced units', () => {
  const printed = printedInvoice(anInvoice(), [
    aLine({ kind: 'fee', meter: null, environment_name: null, description: 'Pro' }),
    aLine({}),
    aLine({ meter: 'views_other', quantity: 12, included: 0, unit_micros: null }),
    aLine({ kind: 'correction', month: new Date('2026-09-01T00:00:00Z') }),
    aLine({ kind: 'carried', meter: null, environment_name: null }),
  ])
  expect(printed?.lines.map(({ heading, usage }) => [heading, usage])).toEqual([
    ['Plan', null],
    [
      'Production',
      { quantity: 120, included: 10, unit: 'minutes', unitMicros: 80_000, steps: null },
    ],
    ['Production', { quantity: 12, included: 0, unit: 'views', unitMicros: null, steps: null }],
    [
      'Corrections of September 2026: Production',
      { quantity: 120, included: 10, unit: 'minutes', unitMicros: 80_000, steps: null },
    ],
    ['Carried over', null],
  ])
})

test('the steps of a price are below their line, in priced units', () => {
  const steps = [
    { from: 0, upto: 100, quantity: 6000, unit_micros: 80_000, amount_cents: 8 },
    { from: 100, upto: null, quantity: 600, unit_micros: 70_000, amount_cents: 1 },
  ]
  const printed = printedInvoice(anInvoice(), [aLine({ unit_micros: null, steps })])
  expect(printed?.lines[0]?.usage?.steps).toEqual([
    { description: 'First 100 minutes', quantity: 100, unitMicros: 80_000, amountCents: 8 },
    { description: 'Above 100 minutes', quantity: 10, unitMicros: 70_000, amountCents: 1 },
  ])
})

test('the address has the lines that were entered, and the name of the country', () => {
  expect(printedInvoice(anInvoice(), [])?.buyer).toEqual({
    name: 'Northlight GmbH',
    address: ['Northlight TV', 'Lindenweg 4', 'Berlin', 'Germany'],
    country: 'DE',
    email: null,
    taxId: null,
  })
})

test('an invoice that is not issued is not printed', () => {
  expect(printedInvoice(anInvoice({ number: null }), [])).toBeUndefined()
  expect(printedInvoice(anInvoice({ snapshot: null }), [])).toBeUndefined()
})
