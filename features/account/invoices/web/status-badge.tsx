import {
  type InvoiceStatus,
  invoiceStatusLabels,
} from '@playhead/domain/invoicing/invoice-status.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { toneOfStatus } from './invoice-texts.ts'

/** BILL-020 */
export const StatusBadge = ({ status }: { status: InvoiceStatus }) => (
  <Badge tone={toneOfStatus[status]}>{invoiceStatusLabels[status]}</Badge>
)
