import type { ChartMarker } from '../chart-data.ts'

/** METR-021 */
const clusterDistance = 6

export interface MarkerCluster {
  x: number
  markers: ChartMarker[]
}

/** Markers within a few pixels of the first one form a cluster. METR-021 */
export const clusterMarkers = (
  markers: readonly ChartMarker[],
  x: (time: number) => number,
): MarkerCluster[] => {
  const clusters: MarkerCluster[] = []
  for (const marker of markers.toSorted((one, other) => one.time - other.time)) {
    const last = clusters.at(-1)
    if (last && x(marker.time) - last.x <= clusterDistance) last.markers.push(marker)
    else clusters.push({ x: x(marker.time), markers: [marker] })
  }
  return clusters
}
