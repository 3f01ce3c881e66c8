import type { Formula } from '@playhead/metrics/formula.ts'
import { countedPart, type Part, part, partWith, viewsPart } from './parts.sql.ts'

/**
 * What `valueOf` computes in the engine, from parts that were read already. Percentiles and unique counts are no sums: whoever asks
 * reads them otherwise.
 */
export const valueOfParts = (formula: Formula, at: (part: Part) => number): number | null => {
  const ofSome = (value: number) =>
    formula.kind !== 'ratio' && at(countedPart(formula)) === 0 ? null : value
  switch (formula.kind) {
    case 'ratio': {
      const under = valueOfParts(formula.under, at) ?? 0
      const over = valueOfParts(formula.over, at)
      return under === 0 || over === null ? null : over / under
    }
    case 'views':
      return at(viewsPart)
    case 'count_where':
      return at(part('true', formula.flag))
    case 'count_of':
      return at(part('count', formula.column))
    case 'sum':
      return ofSome(at(part('sum', formula.column)))
    case 'sum_with':
      return ofSome(at(partWith('sum', formula)))
    case 'average':
      return ofSome(at(part('sum', formula.column)) / at(part('count', formula.column)))
    case 'quantile':
    case 'unique':
      throw new Error(`A ${formula.kind} is no sum.`)
  }
}
