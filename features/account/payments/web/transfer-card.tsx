import { billingLoadError } from '@playhead/features/account/usage/web'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { useSetupIntent } from './use-payments.ts'

/** Where nothing is charged: how invoices are paid, in the words of the operator. */
export const TransferCard = () => {
  const setup = useSetupIntent()
  return (
    <Card title="Payment by transfer" isFailing={setup.isLoadingError}>
      {setup.isLoadingError ? (
        <FailedState message={billingLoadError} onRetry={() => void setup.refetch()} />
      ) : setup.data ? (
        <Stack gap={2}>
          <p className="text-ink-2">
            Invoices are paid by transfer. Please name the number of the invoice.
          </p>
          {setup.data.data.transferText === null ? (
            <p className="text-ink-2">Ask the operator of this server for the account.</p>
          ) : (
            <p className="payments-words">{setup.data.data.transferText}</p>
          )}
        </Stack>
      ) : (
        <SkeletonLines count={3} />
      )}
    </Card>
  )
}
