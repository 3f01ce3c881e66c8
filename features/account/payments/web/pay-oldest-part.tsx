import type { OwedActionProps } from '@playhead/features/account/invoices/slots'
import { PayButton } from './pay-button.tsx'
import { useIsCollected } from './use-payments.ts'
import './payments.css'

/** BILL-030: beside the balance, for the invoice that is due first. */
export const Part = ({ oldest: { id, number } }: OwedActionProps) =>
  useIsCollected() ? (
    <div className="payments-owed">
      <PayButton id={id} number={number} isNamed />
    </div>
  ) : null
