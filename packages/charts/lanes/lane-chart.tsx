import { useMemo } from 'react'
import { AlertIcon } from '@playhead/ui/icons/icons.ts'
import { momentLabel } from '../axes/time-axis.ts'
import { Playhead } from '../cursor/playhead.tsx'
import { sliderRole } from '../cursor/slider-role.ts'
import { useChartCursor } from '../cursor/use-chart-cursor.ts'
import { useWidth } from '../frame/use-width.ts'
import { Lanes } from './lanes.tsx'
import { axisHeight, type Lane, type LanesPlan, prepareLanes, topRoom } from './prepare-lanes.ts'

const Head = ({ lane, plan, index }: { lane: Lane; plan: LanesPlan; index: number }) => (
  <div
    className="ph-lane-head"
    data-warning={lane.warnsFrom !== undefined || undefined}
    data-narrow={plan.isNarrow || undefined}
    style={{
      top: topRoom + index * plan.laneHeight,
      ...(!plan.isNarrow && { width: plan.headWidth }),
    }}
  >
    <h3>{lane.title}</h3>
    <p>
      <strong>{lane.figure}</strong>
      {lane.unit && <small>{lane.unit}</small>}
      {lane.warnsFrom !== undefined && <AlertIcon size={14} />}
    </p>
    <p className="ph-lane-note">{lane.note}</p>
  </div>
)

/** Everything that follows the pointer, through all lanes. */
const LanesCursor = ({ plan, label }: { plan: LanesPlan; label: string }) => {
  const { times, plotWidth, span } = plan
  const { index, handlers } = useChartCursor({ count: times.length, indexAt: plan.indexAt })
  const time = index === undefined ? undefined : times[index]
  const points = index === undefined ? [] : plan.pointsAt(index)
  const x = time === undefined ? 0 : plan.x(time)
  const isLeft = x > plotWidth - 110
  const words = points.map(({ lane, value }) => `${lane.title} ${lane.format(value)}`).join(', ')
  const height = plan.height - topRoom - axisHeight
  return (
    <div
      className="ph-chart-plot"
      style={{ left: plan.left, top: topRoom, width: plotWidth, height }}
      {...sliderRole}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={Math.max(times.length - 1, 0)}
      aria-valuenow={index ?? Math.max(times.length - 1, 0)}
      aria-valuetext={
        time === undefined
          ? `${times.length} points in time`
          : `${momentLabel(time, { ...span, stepMs: 1_000 })}: ${words}`
      }
      {...handlers}
    >
      {time !== undefined && (
        <>
          <Playhead x={x} />
          <span
            className="ph-lanes-time"
            style={{ transform: `translate(${x}px, -22px)` }}
            data-left={isLeft || undefined}
          >
            {momentLabel(time, { ...span, stepMs: 1_000 })}
          </span>
          {points.map(({ lane, value, y }, at) => (
            <div
              key={lane.id}
              style={{
                transform: `translate(${x}px, ${at * plan.laneHeight + plan.plotTop + (y ?? plan.plotHeight / 2)}px)`,
              }}
            >
              {y !== undefined && <div className="ph-chart-dot" data-alone />}
              <span className="ph-lanes-value" data-left={isLeft || undefined}>
                {lane.format(value)}
              </span>
            </div>
          ))}
        </>
      )}
    </div>
  )
}

interface LaneChartProps {
  label: string
  lanes: readonly Lane[]
  from: number
  to: number
  stepMs: number
  /** Before the length of a stretch without any value: `Away`. */
  gapWord: string
}

/** Several measures on one axis of time, with one playhead. What is not known is hatched, never a zero. */
export const LaneChart = ({ label, lanes, from, to, stepMs, gapWord }: LaneChartProps) => {
  const [ref, width] = useWidth()
  const plan = useMemo(
    () => prepareLanes({ lanes, width, from, to, stepMs }),
    [lanes, width, from, to, stepMs],
  )
  return (
    <div ref={ref} className="ph-lanes" style={{ height: plan.height }}>
      <Lanes plan={plan} gapWord={gapWord} />
      {lanes.map((lane, index) => (
        <Head key={lane.id} lane={lane} plan={plan} index={index} />
      ))}
      <LanesCursor plan={plan} label={label} />
    </div>
  )
}
