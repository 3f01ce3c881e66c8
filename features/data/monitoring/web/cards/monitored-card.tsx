import type { ReactNode } from 'react'
import { Card } from '@playhead/ui/layout/card.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import type { Monitored } from '../data/use-monitoring.ts'

interface MonitoredCardProps<Data> {
  title: string
  asked: Monitored<Data>
  /** Of the content, so that nothing shifts when it arrives. */
  height: number
  actions?: ReactNode
  children: (data: Data) => ReactNode
}

/** A card that fails and recovers alone. */
export const MonitoredCard = <Data,>(props: MonitoredCardProps<Data>) => {
  const { title, asked, height, actions, children } = props
  const { data, error } = asked
  return (
    <Card title={<span className="text-sm font-medium text-ink-2">{title}</span>} actions={actions}>
      <div
        className={`transition-opacity ${asked.isStale ? 'opacity-60' : ''}`}
        style={{ minHeight: height }}
        aria-busy={asked.isStale || undefined}
      >
        {data !== undefined && children(data)}
        {data === undefined && error && (
          <FailedState
            message={error.message}
            onRetry={asked.retry}
            isRetrying={asked.isRetrying}
          />
        )}
        {data === undefined && !error && (
          <Loading label={`Loading ${title.toLowerCase()}`}>
            <Skeleton height={height} radius="var(--radius-md)" />
          </Loading>
        )}
      </div>
    </Card>
  )
}
