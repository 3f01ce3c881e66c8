import type { Formula } from '@playhead/metrics/formula.ts'
import type { PlannedParts } from '../pieces/piece-source.sql.ts'
import type { Question } from '../question/question-shape.ts'
import { bucketWidth } from './histogram.ts'

/** The largest relative error of a value; undefined when it is exact. Percentiles of sums come from histograms. */
export const approximationOf = (
  formula: Formula,
  { timeframe }: Pick<Question, 'timeframe'>,
  planned: PlannedParts | undefined,
): number | undefined => {
  if (formula.kind !== 'quantile') return undefined
  return timeframe.isHistorical || planned !== undefined ? bucketWidth : undefined
}
