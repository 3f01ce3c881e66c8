import { Suspense } from 'react'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { lazyPart } from '@playhead/web-kit/chunks/lazy-part.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useSlot } from '@playhead/web-kit/slot.ts'
import { useOrganization } from '@playhead/web-kit/session/use-session.ts'
import { BillingTop } from './billing-top.tsx'
import { MonthHeadline } from './month-headline.tsx'
import { PricesCard } from './prices/prices-card.tsx'
import { summaryCard, type SummaryPartProps } from './slots.ts'
import { thisMonth } from './usage-texts.ts'
import { useSummary } from './use-usage.ts'
import './usage.css'

const chartHeight = 230
const MonthsChart = lazyPart(
  'MonthsChart',
  () => import('./months-chart.tsx'),
  <Skeleton height={chartHeight} />,
)

const OtherCards = ({ summary }: SummaryPartProps) =>
  useSlot(summaryCard).map(({ order, Part }) => <Part key={order} summary={summary} />)

/** BILL-007: the plan, this month, and the six months up to it. */
export const Screen = () => {
  const path = usePath()
  const summary = useSummary(thisMonth())
  const plan = useOrganization()?.subscription.currentPlan
  return (
    <>
      <BillingTop />
      <div className="usage-columns">
        <Stack gap={3}>
          <Card
            title="Usage"
            description={plan && `Plan ${plan}`}
            actions={
              <LinkButton href={path('account/billing/usage-details')}>Usage details</LinkButton>
            }
            isFailing={summary.isLoadingError}
          >
            <MonthHeadline query={summary} />
          </Card>
          <Card
            title="Months"
            description={
              summary.data?.data.currency === null
                ? 'Delivered minutes of the last six months'
                : 'Cost of the last six months'
            }
            isFailing={summary.isLoadingError}
          >
            <MonthsChart query={summary} />
          </Card>
        </Stack>
        <div className="usage-aside">
          {!summary.isPending && (
            <Suspense fallback={null}>
              <OtherCards summary={summary} />
            </Suspense>
          )}
          <PricesCard query={summary} />
        </div>
      </div>
    </>
  )
}
