import { BillingTop, billingLoadError } from '@playhead/features/account/usage/web'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { useOrganization } from '@playhead/web-kit/session/use-session.ts'
import { InformationCard } from './information-card.tsx'
import { MethodCard } from './method-card.tsx'
import { TaxCard } from './tax-card.tsx'
import { TransferCard } from './transfer-card.tsx'
import { type Plans, useInformation, useIsOwing, usePlans } from './use-payments.ts'
import './payments.css'

const Body = ({ mode }: { mode: Plans['mode'] }) => {
  const information = useInformation()
  const known = information.data?.data
  if (mode === 'showback')
    return (
      <EmptyState title="This server takes no payments">
        Usage and its cost are shown, but nothing is charged.
      </EmptyState>
    )
  return (
    <div className="payments-columns">
      <Stack gap={3}>
        {mode === 'invoice' ? <TransferCard /> : <MethodCard information={known} />}
        <InformationCard query={information} />
      </Stack>
      {known !== undefined && <TaxCard information={known} />}
    </div>
  )
}

/** BILL-007, BILL-018, BILL-028 */
export const Screen = () => {
  const plans = usePlans()
  const mode = plans.data?.data.mode
  const isElsewhere = Boolean(useOrganization()?.marketplaceType)
  const isOwing = useIsOwing(isElsewhere && mode === 'invoice')
  return (
    <>
      <BillingTop />
      {/* BILL-010: the top says where it is paid, and lists what is still paid here. */}
      {isElsewhere ? (
        isOwing && <TransferCard />
      ) : plans.isLoadingError ? (
        <FailedState message={billingLoadError} onRetry={() => void plans.refetch()} />
      ) : mode === undefined ? (
        <Card>
          <SkeletonLines count={6} />
        </Card>
      ) : (
        <Body mode={mode} />
      )}
    </>
  )
}
