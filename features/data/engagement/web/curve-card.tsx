import { useMemo } from 'react'
import { BarList } from '@playhead/charts/columns/bar-list.tsx'
import { ChartFrame, type ChartState } from '@playhead/charts/frame/chart-frame.tsx'
import { ColumnChart } from '@playhead/charts/columns/column-chart.tsx'
import { formatLength, formatNumber, formatPercent } from '@playhead/domain/format.ts'
import { formatViews } from '@playhead/question-kit/charts/chart-format.ts'
import { NoResults } from '@playhead/question-kit/empty/no-results.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import type { Subject } from './engagement-choice.ts'
import { roundMarks } from './round-marks.ts'
import type { EngagementState } from './use-engagement.ts'
import { type Curve, useCurve } from './use-engagement-data.ts'

interface CurveCardProps {
  subject: Subject
  engagement: EngagementState
}

const nothing = 'None of it was watched'

const parts = [{ id: 'plays', label: 'watched this part', tone: 1 }] as const

const columnsOf = ({ value, durationMs }: Curve) => {
  const width = durationMs / Math.max(value.length, 1)
  const marks = roundMarks(width, value.length)
  return value.map((plays, index) => ({
    id: String(index),
    label: marks.get(index) ?? '',
    title: `${formatLength(index * width)} to ${formatLength((index + 1) * width)}`,
    values: [plays],
  }))
}

/** 100 % when every view played the part once; more when viewers went back. */
const format = (value: number | null) => formatPercent(value === null ? null : value * 100)
const formatTick = (value: number) => `${formatNumber(value * 100)} %`

const Hotspots = ({ hotspots, value }: Curve) => {
  const most = Math.max(0, ...value)
  return (
    <div className="grid content-start gap-2">
      <h3 className="text-sm text-ink-2">Most watched</h3>
      <BarList
        label="Most watched parts"
        items={hotspots.map(({ startMs, endMs, score }) => ({
          id: String(startMs),
          label: `${formatLength(startMs)} to ${formatLength(endMs)}`,
          value: format(score * most),
          share: score,
        }))}
      />
    </div>
  )
}

/** Which parts of the video were watched, from its start to its end. ENGA-010 */
export const CurveCard = ({ subject, engagement }: CurveCardProps) => {
  const asked = useCurve(subject, engagement)
  const curve = asked.data?.data
  const columns = useMemo(() => (curve ? columnsOf(curve) : []), [curve])
  const isHistorical = engagement.state.resolved.isHistorical
  const state: ChartState = isHistorical
    ? {
        kind: 'empty',
        title: 'Not available for the selected time range',
        text: 'For days this long ago, only sums are kept.',
      }
    : asked.isLoadingError
      ? {
          kind: 'failed',
          message: asked.error.message,
          onRetry: () => void asked.refetch(),
          isRetrying: asked.isFetching,
        }
      : !curve
        ? { kind: 'loading' }
        : curve.value.length === 0 && curve.totalViews > 0
          ? { kind: 'empty', title: nothing, text: 'No view of it played any part.' }
          : { kind: 'ready' }
  return (
    <Card
      title="What was watched"
      description={
        curve && curve.totalViews > 0 && !isHistorical
          ? `How often each part of ${formatLength(curve.durationMs)} was played, over ${formatViews(curve.totalViews)}: 100 % when every view played it once.`
          : 'How often each part of the video was played.'
      }
    >
      <ChartFrame state={state} size="small">
        {curve && curve.value.length === 0 ? (
          <NoResults state={engagement.state} title={nothing} subject="view of it" />
        ) : curve ? (
          <div className="grid gap-5 lg:grid-cols-[1fr_260px]">
            <div className="min-w-0">
              <ColumnChart
                label="Parts of the video"
                columns={columns}
                parts={parts}
                size="small"
                tickUnit={0.01}
                format={format}
                formatTick={formatTick}
                isStale={asked.isPlaceholderData}
              />
            </div>
            <Hotspots {...curve} />
          </div>
        ) : null}
      </ChartFrame>
    </Card>
  )
}
