import type {
  MentionedValues,
  WatchedRow,
} from '@playhead/analytics/alerting/ask-watched-steps.sql.ts'
import type { MonitoringFilter } from '@playhead/analytics/monitoring/monitoring-dimension.sql.ts'
import { groupBy } from '@playhead/domain/group-by.ts'
import type { EvaluatedRow } from '../rules/rules.sql.ts'

type Filtered = Pick<EvaluatedRow, 'filters'>

export const watchedFilters = ({ filters }: Filtered): MonitoringFilter[] =>
  filters.map(({ dimension, value, exclude }) => ({ dimension, value, isNegated: exclude }))

const dimensionsOf = ({ filters }: Filtered) =>
  [...new Set(filters.map(({ dimension }) => dimension))].toSorted()

/** Rules with the same key are served by one statement: their filters are about the same dimensions. */
export const statementKeyOf = (
  rule: Filtered & Pick<EvaluatedRow, 'environment_id' | 'group_by'>,
) => JSON.stringify([rule.environment_id, dimensionsOf(rule), rule.group_by])

/** The values that the filters of rules mention, by dimension. */
export const mentionedIn = (rules: readonly Filtered[]): MentionedValues[] => {
  const byDimension = groupBy(
    rules.flatMap(({ filters }) => filters),
    ({ dimension }) => dimension,
  )
  return [...byDimension]
    .map(([dimension, filters]) => ({
      dimension,
      values: [...new Set(filters.map(({ value }) => value))],
    }))
    .toSorted((one, other) => (one.dimension < other.dimension ? -1 : 1))
}

/**
 * Whether a row belongs to those that the filters let through. Values of one dimension are alternatives; different
 * dimensions and all exclusions must hold.
 */
export const matcherOf = ({ filters }: Filtered, mentioned: readonly MentionedValues[]) => {
  const allowed = mentioned.map(({ dimension, values }) => {
    const ofDimension = filters.filter((one) => one.dimension === dimension)
    const included = ofDimension.filter(({ exclude }) => !exclude).map(({ value }) => value)
    const excluded = ofDimension.filter(({ exclude }) => exclude).map(({ value }) => value)
    const isOtherAllowed = included.length === 0
    return [
      isOtherAllowed,
      ...values.map(
        (value) => (isOtherAllowed || included.includes(value)) && !excluded.includes(value),
      ),
    ]
  })
  return ({ keys }: Pick<WatchedRow, 'keys'>) => allowed.every((ofKey, at) => ofKey[keys[at]!])
}
