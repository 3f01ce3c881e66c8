import { memo, useId } from 'react'
import { formatDurationParts } from '@playhead/domain/format.ts'
import { type LanesPlan, topRoom } from './prepare-lanes.ts'

const anchorOf = (x: number, width: number) => {
  if (x < 22) return 'start'
  return x > width - 22 ? 'end' : 'middle'
}

type Drawn = LanesPlan['drawn'][number]

const LanePicture = ({ drawn, plan, hatch }: { drawn: Drawn; plan: LanesPlan; hatch: string }) => (
  <>
    {drawn.rows.map(({ y, label }) => (
      <g key={y}>
        <line className="ph-chart-grid" x2={plan.plotWidth} y1={y} y2={y} />
        <text className="ph-chart-tick" x={-10} y={y} dy="0.34em" textAnchor="end">
          {label}
        </text>
      </g>
    ))}
    {drawn.gaps.map(({ x, end }) => (
      <rect
        key={x}
        x={x}
        y={-6}
        width={Math.max(end - x, 3)}
        height={plan.plotHeight + 12}
        fill={`url(#${hatch})`}
      />
    ))}
    <g data-tone={1}>
      <path className="ph-chart-area" d={drawn.calm.area} />
      <path className="ph-chart-line" d={drawn.calm.line} />
    </g>
    <g data-tone="warn">
      <path className="ph-chart-area" d={drawn.warning.area} />
      <path className="ph-chart-line" d={drawn.warning.line} />
    </g>
    {drawn.lane.level && drawn.levelY !== undefined && (
      <>
        <line className="ph-chart-level" x2={plan.plotWidth} y1={drawn.levelY} y2={drawn.levelY} />
        <text
          className="ph-chart-level-label"
          x={plan.plotWidth}
          y={drawn.levelY - 5}
          textAnchor="end"
        >
          {drawn.lane.level.label}
        </text>
      </>
    )}
  </>
)

/** The static part, which the slider describes in words. */
export const Lanes = memo(function Lanes({ plan, gapWord }: { plan: LanesPlan; gapWord: string }) {
  const hatch = useId()
  return (
    <svg
      className="ph-chart-picture"
      width={plan.width}
      height={plan.height}
      viewBox={`0 0 ${plan.width} ${plan.height}`}
      aria-hidden="true"
    >
      <defs>
        <pattern
          id={hatch}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(-45)"
        >
          <line className="ph-lanes-hatch" y2="6" />
        </pattern>
      </defs>
      <g transform={`translate(${plan.left} 0)`}>
        {plan.gaps.map(({ x, ms }) => (
          <text
            key={x}
            className="ph-chart-tick"
            x={x}
            y={topRoom - 10}
            textAnchor={anchorOf(x, plan.plotWidth)}
          >
            {gapWord} {formatDurationParts(ms)}
          </text>
        ))}
        {plan.drawn.map((drawn, index) => (
          <g
            key={drawn.lane.id}
            transform={`translate(0 ${topRoom + index * plan.laneHeight + plan.plotTop})`}
          >
            <LanePicture drawn={drawn} plan={plan} hatch={hatch} />
          </g>
        ))}
        {plan.columns.map(({ x, label }) => (
          <text
            key={x}
            className="ph-chart-tick"
            x={x}
            y={plan.height - 6}
            textAnchor={anchorOf(x, plan.plotWidth)}
          >
            {label}
          </text>
        ))}
      </g>
    </svg>
  )
})
