import type { InvoiceActionProps } from '@playhead/features/account/invoices/slots'
import { formatCents } from '@playhead/domain/money.ts'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { useInvoicePayments } from './use-invoice-payments.ts'

/** What the payer has to know about the newest payment of an invoice. */
export const Part = ({ invoice }: InvoiceActionProps) => {
  const { newest, isBack } = useInvoicePayments(invoice.id)
  if (!newest) return null
  const amount = formatCents(newest.amountCents, newest.currency)
  const because = newest.error === null ? '' : ` ${newest.error}`
  const isOwed = invoice.balanceCents > 0
  switch (newest.status) {
    case 'succeeded':
      return isBack && !isOwed ? (
        <FormMessage tone="success">Thank you. {amount} was paid.</FormMessage>
      ) : null
    case 'failed':
      return isOwed ? (
        <FormMessage tone={isBack ? 'error' : 'warning'}>
          The payment of {amount} failed.{because}
        </FormMessage>
      ) : null
    case 'action_required':
      if (newest.isByLink)
        return isBack ? (
          <FormMessage tone="info">
            Nothing has been paid yet. What you have just paid appears here within a minute.
          </FormMessage>
        ) : null
      return (
        <FormMessage tone="warning">
          A charge of {amount} waits for you.{because} Please pay the invoice here.
        </FormMessage>
      )
    case 'canceled':
      return null
    default:
      return (
        <FormMessage tone="info">
          A payment of {amount} is on its way. Some debits take a few days.
        </FormMessage>
      )
  }
}
