import { Card } from '@playhead/ui/layout/card.tsx'
import { Loading, Skeleton, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'

interface WaitingPageProps {
  /** In the middle of a sentence: `live stream`. */
  noun: string
  /** The columns of the first tab, as a class. */
  columns: string
}

/** The shape of the page that comes. */
export const WaitingPage = ({ noun, columns }: WaitingPageProps) => (
  <Loading label={`Loading the ${noun}`}>
    <div className="flex flex-col gap-3">
      <Skeleton width={90} height={14} />
      <Skeleton width={320} height={30} />
      <Skeleton height={36} />
      <div className={`grid gap-3 ${columns}`}>
        <Skeleton height={420} />
        <Card>
          <SkeletonLines count={8} />
        </Card>
      </div>
    </div>
  </Loading>
)
