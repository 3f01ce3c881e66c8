import type { Metric } from '@playhead/metrics/metric.ts'
import { askNumbersOfOthers } from './ask-numbers-of-others.sql.ts'
import type { Place, Quantile, QuantileImpact } from './ask-quantile-impacts.sql.ts'
import { askRankedNumbers, type RankedNumbers } from './ask-ranked-numbers.sql.ts'
import type { Impact } from './ask-impacts.sql.ts'
import type { Measured } from './definition.ts'
import type { Question } from './question-shape.ts'
import type { Tenant } from './tenant.ts'

/** What histograms told of percentiles, with their values and impacts as the views themselves have them. ADR 0057 */
export async function exactImpacts(
  tenant: Tenant,
  { metric, formula }: Measured & { formula: Quantile },
  question: Question,
  told: readonly QuantileImpact[],
): Promise<Impact[]> {
  const asked: RankedNumbers = { column: formula.column, bucket: metric.bucket }
  const groups = (placeOf: (one: QuantileImpact) => Place | undefined) =>
    told.map((one) => ({ ...one.row, ranks: placeOf(one)?.ranks ?? [] }))
  const [own, others] = await Promise.all([
    askRankedNumbers(
      tenant,
      asked,
      question,
      groups((one) => one.own),
    ),
    askNumbersOfOthers(
      tenant,
      asked,
      question,
      groups((one) => one.others),
    ),
  ])
  return told.map((one, index) => {
    const value = between(own[index]!, one.own) ?? one.row.value
    const rest = between(others[index]!, one.others)
    // Views that went on since they were counted: what the histograms said is the best that is known.
    const impact =
      rest === undefined ? one.row.negative_impact : worsening(metric, value, rest) * one.share
    return { ...one.row, value, negative_impact: impact }
  })
}

function between(
  [lower, upper]: readonly (number | undefined)[],
  place: Place | undefined,
): number | undefined {
  if (lower === undefined || upper === undefined || place === undefined) return undefined
  return lower + place.fraction * (upper - lower)
}

function worsening({ better }: Metric, own: number, others: number): number {
  return better === 'lower' ? own - others : others - own
}
