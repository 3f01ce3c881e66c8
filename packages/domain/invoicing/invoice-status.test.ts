import { expect, test } from 'vitest'
import {
  attentionStatuses,
  type InvoiceEvent,
  invoiceEvents,
  type InvoiceStatus,
  invoiceStatuses,
  invoiceStatusLabels,
  isIssued,
  isUnpaid,
  needsAttention,
  statusAfter,
} from './invoice-status.ts'

const ways: readonly [InvoiceStatus, InvoiceEvent, InvoiceStatus][] = [
  ['waiting', 'month_ended', 'pending'],
  ['pending', 'issued', 'open'],
  ['open', 'action_required', 'payment_action_required'],
  ['open', 'due_date_passed', 'late'],
  ['open', 'paid', 'paid'],
  ['open', 'paid_externally', 'external_paid'],
  ['open', 'forgiven', 'forgiven'],
  ['payment_action_required', 'action_ended', 'open'],
  ['payment_action_required', 'due_date_passed', 'late'],
  ['payment_action_required', 'paid', 'paid'],
  ['payment_action_required', 'paid_externally', 'external_paid'],
  ['payment_action_required', 'forgiven', 'forgiven'],
  ['late', 'grace_passed', 'delinquent'],
  ['late', 'paid', 'paid'],
  ['late', 'paid_externally', 'external_paid'],
  ['late', 'forgiven', 'forgiven'],
  ['delinquent', 'paid', 'paid'],
  ['delinquent', 'paid_externally', 'external_paid'],
  ['delinquent', 'forgiven', 'forgiven'],
]

const pairs = invoiceStatuses.flatMap((status) =>
  invoiceEvents.map((event): [InvoiceStatus, InvoiceEvent] => [status, event]),
)

test('BILL-020 every event changes a status as the table says, and no other', () => {
  expect(pairs).toHaveLength(81)
  for (const [status, event] of pairs) {
    const way = ways.find(([from, by]) => from === status && by === event)
    expect(statusAfter(status, event), `${status}, ${event}`).toBe(way?.[2])
  }
})

test('BILL-020 the statuses are those of the list, each with a label of its own', () => {
  expect(invoiceStatuses.toSorted()).toEqual(
    [
      'waiting',
      'open',
      'paid',
      'late',
      'delinquent',
      'forgiven',
      'pending',
      'external_paid',
      'payment_action_required',
    ].toSorted(),
  )
  const labels = invoiceStatuses.map((status) => invoiceStatusLabels[status])
  expect(new Set(labels).size).toBe(invoiceStatuses.length)
  for (const label of labels) expect(label).toMatch(/^[A-Z][a-z ]+$/)
})

test('an invoice is owed exactly while it can be paid, and asks for attention only while it is owed', () => {
  for (const status of invoiceStatuses) {
    expect(isUnpaid(status)).toBe(statusAfter(status, 'paid') !== undefined)
  }
  expect(invoiceStatuses.filter((status) => needsAttention(status) && !isUnpaid(status))).toEqual(
    [],
  )
  expect(invoiceStatuses.filter((status) => isUnpaid(status) && !isIssued(status))).toEqual([])
  expect(attentionStatuses).not.toContain('open')
  expect(['waiting', 'pending'].map((status) => isIssued(status as InvoiceStatus))).toEqual([
    false,
    false,
  ])
})
