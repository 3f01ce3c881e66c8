import { monitoringDimensionIds, monitoringDimensions } from '@playhead/metrics/monitoring.ts'
import { listNamed } from './list-named.ts'

/** MONI-024 */
export const listDimensions = listNamed(
  monitoringDimensionIds.map((name) => ({ name, display_name: monitoringDimensions[name].title })),
)
