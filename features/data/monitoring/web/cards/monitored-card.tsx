import { type CSSProperties, type ReactNode, useId } from 'react'
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
  const id = useId()
  return (
    <section className="ph-card px-4 pt-3 pb-2" aria-labelledby={id}>
      <div className="flex min-h-[33px] items-center justify-between gap-2 pb-1">
        <h2 id={id} className="text-sm font-medium text-ink-2">
          {title}
        </h2>
        {actions}
      </div>
      <div
        className={`transition-opacity md:min-h-(--ph-height) ${asked.isStale ? 'opacity-60' : ''}`}
        style={{ '--ph-height': `${height}px` } as CSSProperties}
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
    </section>
  )
}
