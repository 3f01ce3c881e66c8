/** BILL-020, in the order an invoice may go through them. */
export const invoiceStatuses = [
  'waiting',
  'pending',
  'open',
  'payment_action_required',
  'late',
  'delinquent',
  'paid',
  'external_paid',
  'forgiven',
] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

export const invoiceStatusLabels: Record<InvoiceStatus, string> = {
  waiting: 'This month',
  pending: 'Being counted',
  open: 'Open',
  payment_action_required: 'Payment to confirm',
  late: 'Late',
  delinquent: 'Long overdue',
  paid: 'Paid',
  external_paid: 'Paid by transfer',
  forgiven: 'Waived',
}

export const invoiceEvents = [
  'month_ended',
  'issued',
  /** The payment provider asks the payer, such as for a code of the bank. */
  'action_required',
  /** The payer did not confirm, or the provider stopped asking. */
  'action_ended',
  'due_date_passed',
  'grace_passed',
  'paid',
  'paid_externally',
  'forgiven',
] as const
export type InvoiceEvent = (typeof invoiceEvents)[number]

const settled = { paid: 'paid', paid_externally: 'external_paid', forgiven: 'forgiven' } as const

/** What does not stand here does not happen. A late invoice stays late while a provider asks the payer. */
const transitions: Record<InvoiceStatus, Partial<Record<InvoiceEvent, InvoiceStatus>>> = {
  waiting: { month_ended: 'pending' },
  pending: { issued: 'open' },
  open: { action_required: 'payment_action_required', due_date_passed: 'late', ...settled },
  payment_action_required: { action_ended: 'open', due_date_passed: 'late', ...settled },
  late: { grace_passed: 'delinquent', ...settled },
  delinquent: settled,
  paid: {},
  external_paid: {},
  forgiven: {},
}

/** Undefined when the event does not change an invoice with this status. */
export const statusAfter = (
  status: InvoiceStatus,
  event: InvoiceEvent,
): InvoiceStatus | undefined => transitions[status][event]

/** Issued and owed. */
export const unpaidStatuses = ['open', 'payment_action_required', 'late', 'delinquent'] as const
export const isUnpaid = (status: InvoiceStatus) =>
  (unpaidStatuses as readonly InvoiceStatus[]).includes(status)

/** The payer has to do something. BILL-015 */
export const attentionStatuses = ['payment_action_required', 'late', 'delinquent'] as const
export const needsAttention = (status: InvoiceStatus) =>
  (attentionStatuses as readonly InvoiceStatus[]).includes(status)

/** It has a number, and nothing of it changes any more but its status and what was paid. */
export const isIssued = (status: InvoiceStatus) => status !== 'waiting' && status !== 'pending'
