import type { InvoiceActionProps } from '@playhead/features/account/invoices/slots'
import { PayButton } from './pay-button.tsx'
import { useIsCollected } from './use-payments.ts'

/** BILL-030: on an invoice that is owed. */
export const Part = ({ invoice: { id, number, balanceCents } }: InvoiceActionProps) => {
  const isCollected = useIsCollected()
  return isCollected && number !== null && balanceCents > 0 ? (
    <PayButton id={id} number={number} />
  ) : null
}
