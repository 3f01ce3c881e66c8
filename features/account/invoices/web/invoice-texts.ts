import { formatDay, formatNumber } from '@playhead/domain/format.ts'
import type { InvoiceStatus } from '@playhead/domain/invoicing/invoice-status.ts'
import { formatCents, formatPrice } from '@playhead/domain/money.ts'
import type { Balance, InvoiceDetail } from './use-invoices.ts'

/** BILL-012 */
export { billingLoadError as loadError } from '@playhead/features/account/usage/web'

const utc = { timeZone: 'UTC' } as const
const microsOfCent = 1e6
const decimalsMax = 3

export const dayText = (date: string | null) => formatDay(date, utc)

/** Such as October 2026. */
export const monthName = (month: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

export const toneOfStatus: Record<InvoiceStatus, 'neutral' | 'good' | 'warn' | 'bad' | 'info'> = {
  waiting: 'neutral',
  pending: 'neutral',
  open: 'info',
  payment_action_required: 'warn',
  late: 'warn',
  delinquent: 'bad',
  paid: 'good',
  external_paid: 'good',
  forgiven: 'neutral',
}

/** What a status means for the one who pays. */
export const statusText: Record<InvoiceStatus, string> = {
  waiting: 'The month is still running. The invoice is written once it is over and counted.',
  pending: 'The month is over. Its last hours are counted until 26 hours after its end.',
  open: 'The invoice waits to be paid.',
  payment_action_required: 'The bank asks for a confirmation before the invoice can be paid.',
  late: 'The invoice is overdue. Please pay it.',
  delinquent:
    'The invoice is long overdue. Until it is paid, no video can be added and no live stream started; what is there still plays, and views are still collected.',
  paid: 'The invoice is paid.',
  external_paid: 'The invoice is paid, outside of this dashboard.',
  forgiven: 'The invoice was waived. Nothing is owed.',
}

export const numberText = ({ number }: { number: number | null }) =>
  number === null ? '–' : String(number)

const count = (invoices: number) => (invoices === 1 ? '1 invoice' : `${invoices} invoices`)

export const balanceText = ({ invoices, lateCents, currency, dueAt }: Balance) =>
  lateCents > 0
    ? `In ${count(invoices)}. ${formatCents(lateCents, currency)} is overdue, the oldest since ${dayText(dueAt)}.`
    : `In ${count(invoices)}, ${invoices === 1 ? 'due' : 'the first of them due'} by ${dayText(dueAt)}.`

export const attentionText = (balances: readonly Balance[]) => {
  const late = balances
    .filter(({ lateCents }) => lateCents > 0)
    .map(({ lateCents, currency }) => formatCents(lateCents, currency))
  return late.length > 0
    ? `${late.join(' and ')} is overdue.`
    : 'A payment waits until you confirm it.'
}

type Line = InvoiceDetail['lines'][number]

/** Known steps have rows of their own; invoices from before they were kept say only that there are some. */
export const priceText = ({ unit, unitMicros, steps }: Line, currency: string) => {
  if (unit === null) return ''
  if (unitMicros !== null) return formatPrice(unitMicros / microsOfCent, currency)
  return steps === null ? 'In steps' : ''
}

/** As many decimals as it has, of three. */
export const quantityText = (quantity: number) =>
  formatNumber(quantity, (String(Number(quantity.toFixed(decimalsMax))).split('.')[1] ?? '').length)
