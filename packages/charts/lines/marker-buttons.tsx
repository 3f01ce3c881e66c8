import { useMemo } from 'react'
import { Tooltip } from '@playhead/ui/overlays/tooltip.tsx'
import type { ChartMarker } from '../chart-data.ts'
import { clusterMarkers, type MarkerCluster } from './marker-clusters.ts'
import type { LineChartPlan } from './prepare-line-chart.ts'
import { momentLabel } from '../axes/time-axis.ts'

interface MarkerButtonsProps {
  plan: LineChartPlan
  markers: readonly ChartMarker[]
  onMarkers?: ((ids: string[]) => void) | undefined
}

const nameOf = ({ markers }: MarkerCluster, plan: LineChartPlan) => {
  const [first] = markers
  const when = momentLabel(first?.time ?? 0, { ...plan.span, stepMs: 1 })
  return markers.length === 1
    ? `Annotation, ${when}: ${first?.label}`
    : `${markers.length} annotations, ${when}`
}

const groupRole = { role: 'group' }

/** Next to the slider, not inside: a slider must not contain buttons. METR-019, METR-021 */
export const MarkerButtons = ({ plan, markers, onMarkers }: MarkerButtonsProps) => {
  const { plot, span } = plan
  const clusters = useMemo(() => {
    const seen = markers.filter(({ time }) => time >= span.from && time <= span.to)
    return clusterMarkers(seen, plan.x)
  }, [markers, plan, span])
  if (clusters.length === 0) return null
  return (
    <div
      className="ph-chart-markers"
      {...groupRole}
      aria-label="Annotations"
      style={{ left: plot.left, top: plot.top, height: plot.height }}
    >
      {clusters.map((cluster) => {
        const x = Math.min(Math.max(cluster.x, 0), plot.width)
        return (
          <div
            key={cluster.markers[0]?.id}
            className="ph-chart-marker"
            style={{ transform: `translateX(${x}px)` }}
          >
            <Tooltip
              content={
                <span className="ph-chart-notes">
                  {cluster.markers.map(({ id, label }) => (
                    <span key={id}>{label}</span>
                  ))}
                </span>
              }
            >
              <button
                type="button"
                aria-label={nameOf(cluster, plan)}
                onClick={() => onMarkers?.(cluster.markers.map(({ id }) => id))}
              >
                <span>{cluster.markers.length}</span>
              </button>
            </Tooltip>
          </div>
        )
      })}
    </div>
  )
}
