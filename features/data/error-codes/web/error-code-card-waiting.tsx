import { Card } from '@playhead/ui/card.tsx'
import { Loading, Skeleton } from '@playhead/ui/skeleton.tsx'

/** As high as a code that is not configured, which most are not. */
export const ErrorCodeWaiting = () => (
  <Loading label="Loading the configuration">
    <span className="grid gap-3">
      <Skeleton width="70%" height={20} />
      <Skeleton height={38} />
    </span>
  </Loading>
)

/** Keeps the place of the card while its code, or the error it is about, is on its way. */
export const ErrorCodeCardWaiting = () => (
  <Card title="Error configuration" description="For every error with this code.">
    <ErrorCodeWaiting />
  </Card>
)
