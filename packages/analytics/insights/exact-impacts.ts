import { askNumbersOfOthers } from './ask-numbers-of-others.sql.ts'
import type { Place, Quantile, QuantileImpact } from './ask-quantile-impacts.sql.ts'
import { askRankedNumbers, type RankedNumbers } from './ask-ranked-numbers.sql.ts'
import type { Impact } from './ask-impacts.sql.ts'
import type { Measured } from '../question/definition.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'

/** Replaces the values and impacts from histograms by exact ones from the views. ADR 0057 */
export const exactImpacts = async (
  tenant: Tenant,
  definition: Measured & { formula: Quantile },
  question: Question,
  estimates: readonly QuantileImpact[],
): Promise<Impact[]> => {
  const own = estimates.map((one) => ({ ...one.row, ranks: one.own.ranks }))
  const [numbers, impacts] = await Promise.all([
    askRankedNumbers(tenant, rankedBy(definition), question, own),
    worseningsOf(tenant, definition, question, estimates),
  ])
  return estimates.map((one, index) => {
    const value = between(numbers[index]!, one.own) ?? one.row.value
    return { ...one.row, value, negative_impact: impacts[index]!(value) }
  })
}

/** For each group, a function from its exact value, which the caller knows, to its impact. */
export const worseningsOf = async (
  tenant: Tenant,
  definition: Measured & { formula: Quantile },
  question: Question,
  estimates: readonly QuantileImpact[],
): Promise<((value: number) => number)[]> => {
  const groups = estimates.map((one) => ({ ...one.row, ranks: one.others?.ranks ?? [] }))
  const numbers = await askNumbersOfOthers(tenant, rankedBy(definition), question, groups)
  return estimates.map((one, index) => {
    const rest = between(numbers[index]!, one.others)
    const { better } = definition.metric
    // The views changed since they were counted, so the impact from the histograms is the best known.
    if (rest === undefined) return () => one.row.negative_impact
    return (value) => (better === 'lower' ? value - rest : rest - value) * one.share
  })
}

function rankedBy({ metric, formula }: Measured & { formula: Quantile }): RankedNumbers {
  return { column: formula.column, bucket: metric.bucket }
}

function between(
  [lower, upper]: readonly (number | undefined)[],
  place: Place | undefined,
): number | undefined {
  if (lower === undefined || upper === undefined || place === undefined) return undefined
  return lower + place.fraction * (upper - lower)
}
