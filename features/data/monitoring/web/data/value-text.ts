import { displayValue } from '@playhead/question-kit/dimensions/display-value.ts'
import { isDimension } from '@playhead/question-kit/question/predicate.ts'
import type { BreakdownRow, MonitoringDimensionId } from './questions.ts'

/** The server knows names that a value alone does not have, such as that of a network. */
export const valueText = (
  dimension: MonitoringDimensionId,
  { value, displayValue: named }: Pick<BreakdownRow, 'value' | 'displayValue'>,
): string => {
  if (value === null) return 'Unknown'
  if (value === '') return 'Empty'
  if (named !== '' && named !== value) return named
  return isDimension(dimension) ? displayValue(dimension, value) : value
}
