import { Card } from '@playhead/ui/layout/card.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'

/** As high as the card of a code without a rule, the most common case. */
export const ErrorCodeWaiting = () => (
  <Loading label="Loading the configuration">
    <span className="grid gap-3">
      <Skeleton width="70%" height={20} />
      <Skeleton height={38} />
    </span>
  </Loading>
)

/** Placeholder for the card while its code, or the error with the code, is loading. */
export const ErrorCodeCardWaiting = () => (
  <Card title="Error configuration" description="For every error with this code.">
    <ErrorCodeWaiting />
  </Card>
)
