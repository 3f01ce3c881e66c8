import { countryName } from '@playhead/domain/countries.ts'
import type { MonitoringDimensionId } from '@playhead/metrics/monitoring.ts'

/** What people read in place of a code. */
export const displayValue = (
  dimension: MonitoringDimensionId,
  { value, label }: { value: string | null; label: string | null },
): string => {
  if (value === null) return ''
  if (dimension === 'country') return countryName(value)
  return label ?? value
}
