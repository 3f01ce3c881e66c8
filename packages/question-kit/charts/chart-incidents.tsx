import { Suspense, useMemo, useState } from 'react'
import type { ChartIncident } from '@playhead/charts/chart-data.ts'
import { slot, useSlot } from '@playhead/web-kit/slot.ts'

export interface ChartIncidentsProps {
  /** Of finished views or of real-time data. */
  metric: string
  /** The range of the chart, in milliseconds since 1970. */
  from: number
  to: number
  /** The chart ends now, and goes on. */
  isLive?: boolean
  /** Called with the incidents whenever they change. */
  onIncidents: (incidents: readonly ChartIncident[]) => void
}

/** Finds the incidents of the metric that a chart shows; draws nothing. */
export const chartIncidents = slot<ChartIncidentsProps>()

const none: readonly ChartIncident[] = []

const Parts = (props: ChartIncidentsProps) =>
  useSlot(chartIncidents).map(({ order, Part }) => <Part key={order} {...props} />)

/**
 * The incidents of a chart, and what finds them. The chart does not wait for it. Without a question there are none.
 */
export const useChartIncidents = (asked: Omit<ChartIncidentsProps, 'onIncidents'> | undefined) => {
  const { metric, from = 0, to = 0, isLive } = asked ?? {}
  const [incidents, setIncidents] = useState(none)
  const finder = useMemo(
    () =>
      metric !== undefined &&
      to > from && (
        <Suspense fallback={null}>
          <Parts metric={metric} from={from} to={to} isLive={isLive} onIncidents={setIncidents} />
        </Suspense>
      ),
    [metric, from, to, isLive],
  )
  return { incidents, finder }
}
