import type { Formula } from '@playhead/metrics/formula.ts'
import type { Moments } from '../change/moments.ts'
import { distinct, type Part, partsOf } from '../source/parts.sql.ts'
import { type Measure, measuresOf, ratioMeasure } from './measures.ts'

/** A sum of a measure: a column of its rows. */
interface StoredSum {
  measure: string
  field: 'views' | 'n' | 'x' | 'y' | 'xx' | 'xy' | 'yy'
}

type StoredMoments = { [Name in keyof Moments]: StoredSum }

/** Where pieces keep the sums that `perView` gives of each view; undefined for percentiles and unique counts. */
export const storedMoments = (formula: Formula): StoredMoments | undefined => {
  switch (formula.kind) {
    case 'ratio': {
      const own = ratioMeasure(formula)
      if (own !== undefined) return sumsOfRatio(own.name)
      if (formula.over.kind !== 'count_where') return undefined
      const [all, over]: StoredSum[] = [
        { measure: 'views', field: 'n' },
        { measure: formula.over.flag, field: 'x' },
      ]
      return { views: all!, x: over!, y: all!, xx: over!, xy: over!, yy: all! }
    }
    case 'views':
      return allOf({ measure: 'views', field: 'n' })
    case 'count_where':
      return allOf({ measure: formula.flag, field: 'x' })
    case 'count_of':
      return allOf({ measure: formula.column, field: 'n' })
    case 'average':
      return sumsOf(formula.column, 'n')
    case 'sum':
      return sumsOf(formula.column, 'views')
    case 'sum_with':
      return sumsOf(`${formula.column} with ${formula.given}`, 'views')
    case 'quantile':
    case 'unique':
      return undefined
  }
}

/** The measures that have these sums, and the given parts. */
export const momentMeasures = (
  formulas: readonly Formula[],
  besides: readonly Part[] = [],
): Measure[] | undefined => {
  const parts = formulas.flatMap((formula) => partsOf(formula, 'pieces'))
  const measures = measuresOf(distinct([...parts, ...besides]))
  return measures && [...measures, ...formulas.flatMap((formula) => ratioMeasure(formula) ?? [])]
}

function sumsOfRatio(measure: string): StoredMoments {
  const of = (field: StoredSum['field']): StoredSum => ({ measure, field })
  return { views: of('views'), x: of('x'), y: of('y'), xx: of('xx'), xy: of('xy'), yy: of('yy') }
}

/** Of a number: each counted view has it over one. */
function sumsOf(measure: string, counted: 'n' | 'views'): StoredMoments {
  const of = (field: StoredSum['field']): StoredSum => ({ measure, field })
  const count = of(counted)
  return { views: count, x: of('x'), y: count, xx: of('xx'), xy: of('x'), yy: count }
}

/** Of a count: each counted view is one over one. */
function allOf(count: StoredSum): StoredMoments {
  return { views: count, x: count, y: count, xx: count, xy: count, yy: count }
}
