import { useQuery } from '@tanstack/react-query'
import { abbreviateNumber } from '@playhead/domain/format.ts'
import { billingLoadError } from '@playhead/features/account/usage/web'
import { ProgressBar } from '@playhead/ui/feedback/progress-bar.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { query } from '@playhead/web-kit/queries/query.ts'
import { billing, type LimitSubject } from '../contract.ts'

const labels: Record<LimitSubject, string> = {
  videos: 'Videos',
  delivered_minutes: 'Delivery minutes',
  views: 'Views of other videos',
}

/** What the plan includes; a plan without limits has no card. */
export const Part = () => {
  const plan = useQuery(query(billing.retrieve, {}, { quiet: true }))
  const limits = plan.data?.data.limits ?? []
  if (!plan.isLoadingError && limits.length === 0) return null
  return (
    <Card
      title="Included in your plan"
      description="Minutes and views are of this month, in UTC"
      isFailing={plan.isLoadingError}
    >
      {plan.isLoadingError ? (
        <FailedState message={billingLoadError} onRetry={() => void plan.refetch()} />
      ) : (
        <Stack gap={3}>
          {limits.map(({ subject, included, used }) => (
            <ProgressBar
              key={subject}
              label={labels[subject]}
              isLabelVisible
              value={used}
              max={included}
              valueText={`${abbreviateNumber(used)} of ${abbreviateNumber(included)}`}
            />
          ))}
        </Stack>
      )}
    </Card>
  )
}
