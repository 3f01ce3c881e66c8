import { type ChartTone, isAgain } from '../chart-data.ts'
import { ChartTooltip, type TooltipRow } from '../frame/chart-tooltip.tsx'
import type { LineChartPlan } from '../lines/prepare-line-chart.ts'
import { Playhead } from './playhead.tsx'
import { sliderRole } from './slider-role.ts'
import { momentLabel, stretchLabel } from '../axes/time-axis.ts'
import { useChartCursor } from './use-chart-cursor.ts'

interface CursorOverlayProps {
  plan: LineChartPlan
  label: string
  format: (value: number | null) => string
  formatVolume?: ((volume: number) => string) | undefined
  onPoint?: ((time: number | undefined) => void) | undefined
  onSelect?: ((startMs: number, endMs: number) => void) | undefined
  onAnnotate?: ((time: number) => void) | undefined
}

interface Dot {
  id: string
  tone: ChartTone
  y: number
}

const describe = (
  plan: LineChartPlan,
  index: number,
  { format, formatVolume }: Pick<CursorOverlayProps, 'format' | 'formatVolume'>,
) => {
  const points = plan.pointsAt(index)
  const all = points.map(({ series }) => series)
  const isAlone = points.filter(({ series }) => series.tone !== 'compare').length === 1
  const rows = points.map(({ series, point }, order): TooltipRow => {
    const volume =
      point?.volume !== undefined && formatVolume && series.tone !== 'compare'
        ? formatVolume(point.volume)
        : undefined
    const name = isAlone && series.tone !== 'compare' ? undefined : series.label
    return {
      id: series.id,
      tone: series.tone,
      isAgain: isAgain(all, order),
      value: format(point?.value ?? null),
      label: [name, volume].filter(Boolean).join(' · '),
    }
  })
  const levels = plan.levels.map(({ id, label, value }): TooltipRow => ({
    id,
    tone: 'level',
    value: format(value),
    label,
  }))
  const dots = points.flatMap(({ series, point }): Dot[] =>
    point && point.value !== null && series.tone !== 'compare'
      ? [{ id: series.id, tone: series.tone, y: plan.y(point.value) }]
      : [],
  )
  return { title: momentLabel(plan.times[index] ?? 0, plan.span), rows: [...rows, ...levels], dots }
}

const inWords = (rows: readonly TooltipRow[]) =>
  rows
    .map(({ value, label }) => (typeof label === 'string' && label ? `${value}, ${label}` : value))
    .join('; ')

/** Everything that follows the pointer. A sibling of the lines, so that these do not render again. */
export const CursorOverlay = (props: CursorOverlayProps) => {
  const { plan, label, onPoint, onSelect, onAnnotate } = props
  const { times, plot, span } = plan
  /** Up to the end of the last selected step, within the range of the question. */
  const stretch = (first: number, last: number) =>
    [
      Math.max(times[first] ?? span.from, span.from),
      Math.min((times[last] ?? span.to) + span.stepMs, Math.max(span.to, times[last] ?? 0)),
    ] as const

  const { index, selection, handlers } = useChartCursor({
    count: times.length,
    indexAt: plan.indexAt,
    onMove: onPoint && ((next) => onPoint(next === undefined ? undefined : times[next])),
    onSelect: onSelect && ((first, last) => onSelect(...stretch(first, last))),
    onKey: (key, at) => {
      if (!onAnnotate || key.toLowerCase() !== 'a') return false
      onAnnotate(Math.max(times[at] ?? span.from, span.from))
      return true
    },
  })

  const shown = index === undefined ? undefined : describe(plan, index, props)
  const x = index === undefined ? 0 : plan.x(times[index] ?? 0)
  const selected = selection && stretch(...selection)
  const within = (time: number) => Math.min(Math.max(plan.x(time), 0), plot.width)
  const text = [
    shown ? `${shown.title}: ${inWords(shown.rows)}` : `${times.length} points in time`,
    selected && `selected ${stretchLabel(...selected, span)}, Enter shows it alone`,
  ]

  return (
    <div
      className="ph-chart-plot"
      style={{ left: plot.left, top: plot.top, width: plot.width, height: plot.height }}
      {...sliderRole}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={Math.max(times.length - 1, 0)}
      aria-valuenow={index ?? Math.max(times.length - 1, 0)}
      aria-valuetext={text.filter(Boolean).join('; ')}
      {...handlers}
    >
      {selected && (
        <div
          className="ph-chart-selection"
          style={{
            transform: `translateX(${within(selected[0])}px)`,
            width: Math.max(within(selected[1]) - within(selected[0]), 2),
          }}
        />
      )}
      {shown && (
        <>
          <Playhead x={x} />
          {shown.dots.map(({ id, tone, y }) => (
            <div
              key={id}
              className="ph-chart-dot"
              data-tone={tone}
              data-alone={shown.dots.length === 1 || undefined}
              style={{ transform: `translate(${x}px, ${y}px)` }}
            />
          ))}
          <ChartTooltip
            title={shown.title}
            rows={shown.rows}
            x={x}
            plot={plot}
            y={shown.dots[0]?.y}
            isNarrow={plan.isNarrow}
          />
        </>
      )}
    </div>
  )
}
