import { useMemo } from 'react'
import { LaneChart } from '@playhead/charts/lanes/lane-chart.tsx'
import { healthLanes } from './health-lanes.ts'
import type { Health } from './use-health.ts'

interface HealthChartProps {
  health: Health
  /** Milliseconds since 1970; earlier points are left out. */
  from: number
  to: number
}

/** LIVE-020 */
export const HealthChart = ({ health, from, to }: HealthChartProps) => {
  const stepMs = health.stepSeconds * 1000
  const points = useMemo(
    () => health.data.filter(({ time }) => Date.parse(time) >= from),
    [health, from],
  )
  // Before the first point there was no stream, so that the chart begins with it.
  const first = points[0] ? Date.parse(points[0].time) : from
  const lanes = useMemo(() => healthLanes(points, health.advice, first), [points, health, first])
  return (
    <LaneChart
      label="Input health over time"
      lanes={lanes}
      from={first}
      to={Math.max(to, first + stepMs)}
      stepMs={stepMs}
      gapWord="Away"
    />
  )
}
