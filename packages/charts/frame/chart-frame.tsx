import type { ReactNode } from 'react'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { type ChartSize, chartSizes } from '../chart-data.ts'

/** Shown in place of a chart without data. METR-026, METR-029 */
export type ChartState =
  | { kind: 'ready' }
  | { kind: 'loading' }
  | { kind: 'empty'; title?: string; text?: ReactNode; action?: ReactNode }
  | { kind: 'failed'; message?: ReactNode; onRetry?: () => void; isRetrying?: boolean }

interface ChartFrameProps {
  state: ChartState
  size?: ChartSize
  /** Whether there will be a legend of several lines below. */
  hasLegend?: boolean
  children: ReactNode
}

const message = (state: Exclude<ChartState, { kind: 'ready' | 'loading' }>) =>
  state.kind === 'empty' ? (
    <EmptyState title={state.title ?? 'No data available'} action={state.action}>
      {state.text ?? 'Change the time frame or filters.'}
    </EmptyState>
  ) : (
    <FailedState
      title="Failed to load data"
      message={state.message}
      onRetry={state.onRetry}
      isRetrying={state.isRetrying}
    />
  )

/** The same height in every state, so that the page does not shift. */
export const ChartFrame = ({
  state,
  size = 'normal',
  hasLegend = false,
  children,
}: ChartFrameProps) => {
  if (state.kind === 'ready') return children
  const { height } = chartSizes[size]
  return (
    <div className="ph-chart-state" style={{ minHeight: height }}>
      {state.kind === 'loading' ? (
        <Loading label="Loading the chart">
          <Skeleton height={height} radius="var(--radius-md)" />
          {hasLegend && (
            <div className="ph-chart-legend">
              <span className="flex h-[19px] w-full items-center">
                <Skeleton width="30%" />
              </span>
            </div>
          )}
        </Loading>
      ) : (
        message(state)
      )}
    </div>
  )
}
