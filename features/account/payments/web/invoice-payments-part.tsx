import type { InvoiceActionProps } from '@playhead/features/account/invoices/slots'
import { formatFullDate } from '@playhead/domain/format.ts'
import { formatCents } from '@playhead/domain/money.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { statusLabels, toneOfStatus } from './payment-texts.ts'
import { useInvoicePayments } from './use-invoice-payments.ts'
import './payments.css'

/** What was tried to collect an invoice; nothing before the first attempt. */
export const Part = ({ invoice }: InvoiceActionProps) => {
  const { result } = useInvoicePayments(invoice.id)
  const tried = result.data?.data ?? []
  if (tried.length === 0) return null
  return (
    <Card title="Payments">
      <ul className="payments-tried">
        {tried.map((payment) => (
          <li key={payment.id}>
            <span>
              {formatCents(payment.amountCents, payment.currency)}{' '}
              {payment.isByLink ? 'by link' : 'by charge'}
            </span>
            <Badge tone={toneOfStatus[payment.status]}>{statusLabels[payment.status]}</Badge>
            <small>
              {formatFullDate(payment.createdAt)}
              {payment.error !== null && payment.status !== 'succeeded' && `. ${payment.error}`}
            </small>
          </li>
        ))}
      </ul>
    </Card>
  )
}
