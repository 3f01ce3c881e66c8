import { memo } from 'react'
import type { LineChartPlan } from './prepare-line-chart.ts'

const anchorOf = (x: number, width: number) => {
  if (x < 22) return 'start'
  return x > width - 22 ? 'end' : 'middle'
}

/**
 * The static part, which the slider describes in words: renders again for new data or a new width, never for a moving
 * pointer.
 */
export const Lines = memo(function Lines({ plan }: { plan: LineChartPlan }) {
  const { width, height, plot } = plan
  return (
    <svg
      className="ph-chart-picture"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <g transform={`translate(${plot.left} ${plot.top})`}>
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
        {plan.levels.map(({ id, y }) => (
          <line key={id} className="ph-chart-level" x2={plot.width} y1={y} y2={y} />
        ))}
        {plan.drawn.map(({ id, tone, isAgain, path, areaPath, glyphs }) => (
          <g key={id} data-tone={tone} data-again={isAgain || undefined}>
            {areaPath && <path className="ph-chart-area" d={areaPath} />}
            <path className="ph-chart-line" d={path} />
            {glyphs.map(({ x, y }) => (
              <circle key={x} className="ph-chart-glyph" cx={x} cy={y} r={3.5} />
            ))}
          </g>
        ))}
        {plan.levels.map(({ id, y, label: text, isLabelBelow }) => (
          <text
            key={id}
            className="ph-chart-level-label"
            x={plot.width}
            y={(isLabelBelow && y < plot.height - 20) || y < 20 ? y + 16 : y - 7}
            textAnchor="end"
          >
            {text}
          </text>
        ))}
      </g>
    </svg>
  )
})
