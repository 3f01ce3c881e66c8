import { type MonitoringDimensionId, monitoringDimensions } from '@playhead/metrics/monitoring.ts'
import { displayValue } from '@playhead/question-kit/dimensions/display-value.ts'
import { isDimension } from '@playhead/question-kit/question/predicate.ts'

export const dimensionTitle = (name: string) =>
  Object.hasOwn(monitoringDimensions, name)
    ? monitoringDimensions[name as MonitoringDimensionId].title
    : name

/** A value as the breakdowns of incidents have it: the empty text is an unknown value. */
export const shownValue = (name: string, value: string) => {
  if (isDimension(name)) return displayValue(name, value === '' ? null : value)
  return value === '' ? 'Unknown' : value
}

/** `CDN is fastly` */
export const valueText = ({ name, value }: { name: string; value: string }) =>
  `${dimensionTitle(name)} is ${shownValue(name, value)}`
