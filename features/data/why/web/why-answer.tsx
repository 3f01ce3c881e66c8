import { useState } from 'react'
import { formatNumber } from '@playhead/domain/format.ts'
import { type Measurement, measurements } from '@playhead/metrics/metric.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import { useDimensionName } from '@playhead/question-kit/dimensions/use-dimensions.ts'
import { firstLookText } from '@playhead/question-kit/question/first-answer.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import { dimensionsIn, explanationText, headline } from './change-words.ts'
import { ChangeMoment } from './change-moment.tsx'
import { formatMoment } from './moment-words.ts'
import { type MomentRange, rangesOf } from './ranges.ts'
import { SharedErrorRow } from './shared-error-row.tsx'
import { useChange } from './use-change.ts'
import { WhyRow } from './why-row.tsx'

/** What the answer needs of the question of a screen. */
export type WhyState = Pick<QuestionState, 'query' | 'question' | 'setPredicates'> & {
  resolved: MomentRange
}

export interface WhyAnswerProps {
  metric: MetricId
  measurement: Measurement
  state: WhyState
  /**
   * A selected part, compared with what comes before it; without it, the whole range is compared with the previous one.
   */
  range?: MomentRange | undefined
  /** What the selected part is compared with instead. */
  baseline?: MomentRange
  /** Called when people filter by what they see. */
  onFiltered?: () => void
}

const nothing = () => undefined

/** Below it a value that a handful of views share stands out by chance. */
const fewViews = 100

/** Which views the change of a metric comes from. */
export const WhyAnswer = (props: WhyAnswerProps) => {
  const { metric, measurement, state, range, baseline, onFiltered = nothing } = props
  const whole = rangesOf(state.query.timeframe, state.resolved, range, baseline)
  const [chosen, setChosen] = useState<{ of: string; ranges: typeof whole }>()
  const asked = JSON.stringify([metric, measurement, state.query, whole])
  // A moment belongs to one question; a new question discards it.
  const since = chosen?.of === asked ? chosen.ranges : undefined
  const ranges = since ?? whole
  const { answer, change, isFirst, sampleOf, hadFirst, isStale } = useChange({
    params: { metric },
    query: { ...state.query, measurement, ...ranges },
  })
  const nameOf = useDimensionName(dimensionsIn(change?.rows ?? []))
  if (isCallError(answer.error) && answer.error.type === 'invalid_timeframe')
    return (
      <EmptyState title="Nothing to compare with">
        The range before this one reaches further back than single views are kept. Choose a shorter
        range.
      </EmptyState>
    )
  if (answer.isLoadingError)
    return (
      <FailedState
        message={answer.error.message}
        onRetry={() => void answer.refetch()}
        isRetrying={answer.isFetching}
      />
    )
  if (!change)
    return (
      <Loading label="Looking for what changed">
        <Stack gap={4}>
          <Skeleton height={52} />
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} height={96} radius={10} />
          ))}
        </Stack>
      </Loading>
    )
  // While another metric is loading, the data on screen still belongs to the previous one.
  const shownMetric = (change.metric in metrics ? change.metric : metric) as MetricId
  const measuredAs = measurements.find((one) => one === change.measurement) ?? measurement
  const searched = `${formatNumber(change.searchedGroups)} groups of views by ${formatNumber(change.searchedDimensions)} dimensions were compared: ${formatNumber(change.before.views)} views before, ${formatNumber(change.after.views)} after.`
  if (change.before.value === null || change.after.value === null)
    return (
      <EmptyState title="Nothing to compare">
        One of the two ranges has no finished views with a value.
        {baseline === undefined && ' Choose another range.'}
      </EmptyState>
    )
  const isOfFew = Math.min(change.before.views, change.after.views) < fewViews
  const moment = since ? null : change.moment
  return (
    <div aria-busy={isFirst || isStale} className={isStale ? 'opacity-60' : ''}>
      <Stack gap={4}>
        {hadFirst && !isStale && (
          <output className="text-sm text-ink-2">
            {sampleOf === undefined
              ? 'Exact, from all views.'
              : `${firstLookText(sampleOf)} The exact answer follows.`}
          </output>
        )}
        <p className="text-lg">
          {headline(metrics[shownMetric], measuredAs, change)}{' '}
          {explanationText({ ...change, moment: isOfFew ? null : moment }, nameOf)}
        </p>
        {isOfFew && (
          <p className="text-sm text-ink-2">
            Few views: with {formatNumber(change.before.views)} before and{' '}
            {formatNumber(change.after.views)} after, chance can look like a cause.
          </p>
        )}
        {moment && (
          <ChangeMoment
            moment={moment}
            isUnsure={isOfFew}
            onCompare={() =>
              setChosen({
                of: asked,
                ranges: {
                  timeframe: moment.timeframe.map(String),
                  baseline: moment.baseline.map(String),
                },
              })
            }
          />
        )}
        {since && (
          <p className="flex flex-wrap items-center justify-between gap-2 text-sm text-ink-2">
            Compared from {formatMoment(Number(since.timeframe[0]))} on with what was before.
            <Button size="sm" kind="ghost" onClick={() => setChosen(undefined)}>
              Compare the whole range
            </Button>
          </p>
        )}
        {change.sharedError && (
          <SharedErrorRow error={change.sharedError} state={state} onFiltered={onFiltered} />
        )}
        {change.rows.length > 0 && (
          <ol className="flex flex-col gap-2" aria-label="What explains the change">
            {change.rows.map((row) => (
              <WhyRow
                key={row.filters.join(' ')}
                row={row}
                metric={shownMetric}
                measurement={measuredAs}
                state={state}
                timeframe={ranges.timeframe}
                onFiltered={onFiltered}
              />
            ))}
          </ol>
        )}
        <p className="text-sm text-ink-2">{searched} Groups below 1 % of views are hidden.</p>
      </Stack>
    </div>
  )
}
