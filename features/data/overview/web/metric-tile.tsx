import type { ReactNode } from 'react'
import type { ChartPoint } from '@playhead/charts/chart-data.ts'
import { extremesText, Sparkline } from '@playhead/charts/lines/sparkline.tsx'
import { formatMetricValue } from '@playhead/metrics/format.ts'
import type { Measurement, Metric } from '@playhead/metrics/metric.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import { withPartialSteps } from '@playhead/question-kit/charts/partial-steps.ts'
import { previousLabel } from '@playhead/question-kit/charts/previous-question.ts'
import { questionSearch } from '@playhead/question-kit/question/question.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { approximateText } from '@playhead/question-kit/values/approximate.ts'
import { ChangePill } from '@playhead/question-kit/values/change-pill.tsx'
import { changeOf, valueParts } from '@playhead/question-kit/values/metric-names.ts'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import type { OverviewCard } from './use-overview.ts'

interface TileFrameProps {
  title: ReactNode
  badge?: ReactNode
  figure: string
  unit?: string
  note: ReactNode
  isWide?: boolean
  children: ReactNode
}

/** A number with its source; the whole tile is a link to the same place as its title. */
export const TileFrame = ({ title, figure, unit, note, ...rest }: TileFrameProps) => (
  <li
    className={`ph-card relative flex min-w-0 flex-col transition-colors focus-within:border-line-strong has-[a]:hover:border-line-strong ${rest.isWide ? 'col-span-2' : ''}`}
  >
    <div className="grid gap-1 px-3 pt-3 md:px-4">
      <h3 className="flex items-center justify-between gap-2 text-sm text-ink-2">
        {title}
        {rest.badge && <span className="-my-1">{rest.badge}</span>}
      </h3>
      <p className="text-2xl leading-tight font-semibold tracking-[-0.025em] tabular-nums">
        {figure}
        {unit && (
          <span className="ml-[3px] text-md font-normal tracking-normal text-ink-3">{unit}</span>
        )}
      </p>
      <p className="flex min-h-[20px] flex-wrap items-center gap-x-2 text-xs text-ink-3">{note}</p>
    </div>
    <div className="mt-auto overflow-hidden rounded-b-lg pt-2">{rest.children}</div>
  </li>
)

/** Covers the tile, so that a press anywhere on it opens the link. */
export const tileLink = 'after:absolute after:inset-0 after:rounded-lg after:content-[""]'

const known = (value: string): value is MetricId => Object.hasOwn(metrics, value)

const measurementOf = (metric: Metric, asked: string) =>
  (Object.keys(metric.measurements) as Measurement[]).find((one) => one === asked) ??
  metric.defaultMeasurement

interface MetricTileProps {
  card: OverviewCard
  state: QuestionState
}

/** METR-005 */
export const MetricTile = ({ card, state }: MetricTileProps) => {
  const path = usePath()
  if (!known(card.metric)) return null
  const metric: Metric = metrics[card.metric]
  const measurement = measurementOf(metric, card.measurement)
  const { figure, unit } = valueParts(card.value, metric, measurement)
  const before = valueParts(card.previousValue, metric, measurement)
  const change = card.isPreviousWhole
    ? changeOf(card.value, card.previousValue, metric, measurement)
    : undefined
  const href =
    path('metrics') +
    stringifySearch({ metric: card.metric, measurement, ...questionSearch(state.question) })
  const { startMs, endMs, stepMs } = state.resolved
  const steps = withPartialSteps(
    card.timeseries.map(([time, value]): ChartPoint => ({
      time: Date.parse(String(time)),
      value: typeof value === 'number' ? value : null,
    })),
    { from: startMs, to: endMs, stepMs },
  )
  const values = steps.map(({ value }) => value)
  return (
    <TileFrame
      title={
        <Link
          kind="plain"
          href={href}
          className={tileLink}
          title={[
            extremesText(values, (value) => formatMetricValue(value, metric, measurement)),
            approximateText(card.approximate),
          ]
            .filter(Boolean)
            .join(' · ')}
        >
          {metric.title}
        </Link>
      }
      figure={figure}
      unit={unit}
      isWide={card.metric === 'viewer_experience_score'}
      note={
        change ? (
          <>
            <ChangePill change={change} hasArrow />
            <span>
              vs {/* The figure already shows the unit; repeating it would wrap the line. */}
              {before.unit === unit
                ? before.figure
                : formatMetricValue(card.previousValue, metric, measurement)}{' '}
              {previousLabel(state.resolved)}
            </span>
          </>
        ) : (
          'Nothing to compare with'
        )
      }
    >
      <Sparkline
        label={`${metric.title} over time`}
        values={values}
        isPartial={(index) => steps[index]?.isPartial === true}
        baseline={metric.better === 'neither' || metric.unit === 'number' ? 'zero' : 'data'}
      />
    </TileFrame>
  )
}
