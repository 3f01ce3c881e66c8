import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { ConcurrentViewersTile } from './concurrent-viewers-tile.tsx'
import { MetricTile } from './metric-tile.tsx'
import { useCards } from './use-overview.ts'

const grid = 'grid grid-cols-2 gap-2 md:grid-cols-[repeat(auto-fill,minmax(230px,1fr))] md:gap-3'
const tileHeight = 152
const tileCount = 10

const Waiting = () => (
  <Loading label="Loading the metrics">
    <div className={grid}>
      {Array.from({ length: tileCount }, (_, index) => (
        <Skeleton key={index} height={tileHeight} radius="var(--radius-lg)" />
      ))}
    </div>
  </Loading>
)

/** METR-005, METR-006 */
export const MetricTiles = ({ state }: { state: QuestionState }) => {
  const cards = useCards(state)
  if (!cards.data && cards.isError)
    return (
      <Card isFailing>
        <FailedState
          title="The metrics couldn’t be loaded"
          message={cards.error.message}
          onRetry={() => void cards.refetch()}
          isRetrying={cards.isFetching}
        />
      </Card>
    )
  if (!cards.data) return <Waiting />
  return (
    <ul
      aria-label="Metrics"
      aria-busy={cards.isPlaceholderData || undefined}
      className={`${grid} transition-opacity ${cards.isPlaceholderData ? 'opacity-60' : ''}`}
    >
      {cards.data.data.map((card) => (
        <MetricTile key={card.metric} card={card} state={state} />
      ))}
      <ConcurrentViewersTile />
    </ul>
  )
}
