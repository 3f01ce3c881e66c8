import type { UseQueryResult } from '@tanstack/react-query'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { AdviceBlock } from './advice-block.tsx'
import { HealthChart } from './health-chart.tsx'
import type { Health } from './use-health.ts'
import './health.css'

interface HealthBodyProps {
  streamId: string
  query: UseQueryResult<Health>
  from: number
  hasConnectCard: boolean
}

/** Up to now while the encoder is away, so that the gap shows; else a late last step would look like one. */
const endOf = ({ data, status }: Health, updatedAt: number) => {
  const last = data.at(-1)
  const isAway = status === 'silent' || status === 'disconnected'
  return isAway || !last ? updatedAt : Date.parse(last.time)
}

/** The sentence first, then the lanes that prove it. */
export const HealthBody = ({ streamId, query, from, hasConnectCard }: HealthBodyProps) => {
  const { data: health, isLoadingError, error, refetch, dataUpdatedAt } = query
  if (isLoadingError) return <FailedState message={error.message} onRetry={() => void refetch()} />
  if (!health)
    return (
      <Loading label="Loading the input health">
        <Skeleton height={400} />
      </Loading>
    )
  if (health.data.length === 0)
    return (
      <EmptyState title="Nothing was sent in this time">
        Bitrate, frame rate and keyframes appear here as soon as an encoder sends.
      </EmptyState>
    )
  return (
    <>
      <AdviceBlock streamId={streamId} advice={health.advice} hasConnectCard={hasConnectCard} />
      <HealthChart health={health} from={from} to={endOf(health, dataUpdatedAt)} />
    </>
  )
}
