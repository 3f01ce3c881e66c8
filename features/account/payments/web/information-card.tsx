import { billingLoadError } from '@playhead/features/account/usage/web'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { InformationForm } from './information-form.tsx'
import type { useInformation } from './use-payments.ts'

/** BILL-007: who pays. */
export const InformationCard = ({ query }: { query: ReturnType<typeof useInformation> }) => (
  <Card
    title="Billing information"
    description="Printed on invoices from the next one on. What is issued stays as it is."
    isFailing={query.isLoadingError}
  >
    {query.isLoadingError ? (
      <FailedState message={billingLoadError} onRetry={() => void query.refetch()} />
    ) : query.data ? (
      <InformationForm information={query.data.data} />
    ) : (
      <SkeletonLines count={6} />
    )}
  </Card>
)
