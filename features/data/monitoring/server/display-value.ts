import { countryName } from '@playhead/domain/countries.ts'
import type { MonitoringDimensionId } from '@playhead/metrics/monitoring.ts'

/** The readable name of a code. */
export const displayValue = (
  dimension: MonitoringDimensionId,
  { value, label }: { value: string | null; label: string | null },
): string => {
  if (value === null) return ''
  if (dimension === 'country') return countryName(value)
  return label ?? value
}
