import { invalidField } from '@playhead/contract-kit/errors.ts'
import { dimensionIds } from '@playhead/metrics/dimensions.ts'
import { monitoringDimensionIds } from '@playhead/metrics/monitoring.ts'

const known = new Set<string>([...dimensionIds, ...monitoringDimensionIds])

/** A misspelled dimension would hold back nothing, which is noticed only when the notification arrives at night. */
export const requireKnownDimensions = (pairs: readonly { name: string }[], field: string) => {
  const unknown = pairs.find(({ name }) => !known.has(name))
  if (unknown) throw invalidField(field, `There is no dimension ${unknown.name}.`)
}
