import { memo, useId } from 'react'
import type { LineChartPlan } from './prepare-line-chart.ts'

const anchorOf = (x: number, width: number) => {
  if (x < 22) return 'start'
  return x > width - 22 ? 'end' : 'middle'
}

/** Where they overlap, the last one is seen. */
const bandsInOrder = ({ bands }: LineChartPlan) => [
  ...bands.filter(({ tone }) => tone === 'warn'),
  ...bands.filter(({ tone }) => tone !== 'warn'),
]

/**
 * The static part, which the slider describes in words: renders again for new data or a new width, never for a moving
 * pointer.
 */
export const Lines = memo(function Lines({ plan }: { plan: LineChartPlan }) {
  const { width, height, plot, alarm } = plan
  const clip = useId()
  return (
    <svg
      className="ph-chart-picture"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <g transform={`translate(${plot.left} ${plot.top})`}>
        {alarm && (
          <clipPath id={clip}>
            <rect x={-2} y={alarm.top} width={plot.width + 4} height={alarm.height} />
          </clipPath>
        )}
        <g className="ph-chart-bands">
          {bandsInOrder(plan).map(({ id, x, width: wide, tone }) => (
            <rect
              key={id}
              className="ph-chart-band"
              data-tone={tone}
              x={x}
              width={wide}
              height={plot.height}
            />
          ))}
        </g>
        {plan.bandLabels.map(({ x, label: text }) => (
          <text
            key={x}
            className="ph-chart-band-label"
            x={x}
            y={-3}
            textAnchor={anchorOf(x, plot.width)}
          >
            {text}
          </text>
        ))}
        {plan.rows.map(({ y, label: text }) => (
          <g key={y}>
            <line className="ph-chart-grid" x2={plot.width} y1={y} y2={y} />
            <text className="ph-chart-tick" x={-12} y={y} dy="0.34em" textAnchor="end">
              {text}
            </text>
          </g>
        ))}
        {plan.columns.map(({ x, label: text }) => (
          <text
            key={x}
            className="ph-chart-tick"
            x={x}
            y={plot.height + 20}
            textAnchor={anchorOf(x, plot.width)}
          >
            {text}
          </text>
        ))}
        {plan.moments.map(({ id, x, isNow }) => (
          <line
            key={id}
            className="ph-chart-moment"
            data-now={isNow || undefined}
            x1={x}
            x2={x}
            y2={plot.height}
          />
        ))}
        {plan.levels.map(({ id, y }) => (
          <line key={id} className="ph-chart-level" x2={plot.width} y1={y} y2={y} />
        ))}
        {plan.drawn.map(({ id, tone, isAgain, path, partialPath, areaPath, glyphs, bars }) => (
          <g key={id} data-tone={tone} data-again={isAgain || undefined}>
            {areaPath && <path className="ph-chart-area" d={areaPath} />}
            <path className="ph-chart-line" d={path} />
            {partialPath && <path className="ph-chart-line" data-partial="" d={partialPath} />}
            {bars.map((bar) => (
              <rect
                key={bar.x}
                className="ph-chart-column"
                data-partial={bar.isPartial || undefined}
                x={bar.x}
                y={bar.y}
                width={plan.barWidth}
                height={bar.height}
              />
            ))}
            {alarm && tone !== 'compare' && (
              <g data-tone="bad" clipPath={`url(#${clip})`}>
                <path className="ph-chart-line" d={path} />
              </g>
            )}
            {glyphs.map(({ x, y }) => (
              <circle key={x} className="ph-chart-glyph" cx={x} cy={y} r={3.5} />
            ))}
          </g>
        ))}
        {plan.levels.map(({ id, y, label: text, isLabelBelow }) => (
          <text
            key={id}
            className="ph-chart-level-label"
            x={4}
            y={(isLabelBelow && y < plot.height - 20) || y < 20 ? y + 16 : y - 7}
          >
            {text}
          </text>
        ))}
        {/* Above the lines, which would cross them. */}
        {plan.moments.map(({ id, x, label: text, row, side, ground }) => (
          <g key={id}>
            {ground && (
              <rect className="ph-chart-moment-ground" {...ground} y={row * 15} height={14} />
            )}
            <text
              className="ph-chart-moment-label"
              x={side === 'start' ? x + 6 : x - 6}
              y={11 + row * 15}
              textAnchor={side}
            >
              {text}
            </text>
          </g>
        ))}
      </g>
    </svg>
  )
})
