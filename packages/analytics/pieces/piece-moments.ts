import type { Formula } from '@playhead/metrics/formula.ts'
import { z } from 'zod'
import { cachedRows } from '../cache/query-cache.ts'
import { type Moments, noMoments } from '../change/moments.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'
import type { Bucket } from '../source/condition.sql.ts'
import { distinct, part, partsOf } from '../source/parts.sql.ts'
import { type Measure, measuresOf, ratioMeasure } from './measures.ts'
import { momentsOfPieces } from './piece-source.sql.ts'
import { planQuestion } from './plan-question.ts'

const Row = z.object({
  measure: z.string(),
  views: z.number(),
  n: z.number(),
  x: z.number(),
  y: z.number(),
  xx: z.number(),
  xy: z.number(),
  yy: z.number(),
})
type Row = z.infer<typeof Row>
const noRow: Omit<Row, 'measure'> = { ...noMoments, n: 0 }

interface PieceMoments {
  moments: Moments[]
  /** Of each column, the views that have a value. */
  counts: number[]
}

/** What intervals of these formulas need, from pieces; undefined when the views are to be read. */
export const askPieceMoments = async (
  tenant: Tenant,
  question: Question,
  bucket: Bucket,
  formulas: readonly Formula[],
  columns: readonly string[],
): Promise<PieceMoments | undefined> => {
  const measures = measuresOfAll(formulas, columns)
  if (measures === undefined) return undefined
  const plan = await planQuestion(tenant, question, bucket)
  if (plan === undefined) return undefined
  const query = momentsOfPieces(tenant, question, plan, measures)
  const rows = await cachedRows(tenant, Row, query, question)
  const byMeasure = new Map(rows.map((row) => [row.measure, row]))
  const rowOf = (name: string) => byMeasure.get(name) ?? noRow
  return {
    moments: formulas.map((formula) => momentsOf(formula, rowOf)),
    counts: columns.map((column) => rowOf(column).n),
  }
}

function measuresOfAll(
  formulas: readonly Formula[],
  columns: readonly string[],
): Measure[] | undefined {
  const parts = formulas.flatMap((formula) => partsOf(formula, 'pieces'))
  const counts = columns.map((column) => part('count', column))
  const measures = measuresOf(distinct([...parts, ...counts]))
  return measures && [...measures, ...formulas.flatMap((formula) => ratioMeasure(formula) ?? [])]
}

/** The sums that `perView` gives of each view. */
function momentsOf(formula: Formula, rowOf: (measure: string) => Omit<Row, 'measure'>): Moments {
  switch (formula.kind) {
    case 'ratio': {
      const own = ratioMeasure(formula)
      if (own !== undefined) return momentsOfRow(rowOf(own.name))
      const views = rowOf('views').n
      const over = formula.over.kind === 'count_where' ? rowOf(formula.over.flag).x : views
      return { views, x: over, y: views, xx: over, xy: over, yy: views }
    }
    case 'views':
      return allOf(rowOf('views').n)
    case 'count_where':
      return allOf(rowOf(formula.flag).x)
    case 'count_of':
      return allOf(rowOf(formula.column).n)
    case 'average': {
      const { n, x, xx } = rowOf(formula.column)
      return { views: n, x, y: n, xx, xy: x, yy: n }
    }
    case 'sum':
      return sumsOf(rowOf(formula.column))
    case 'sum_with':
      return sumsOf(rowOf(`${formula.column} with ${formula.given}`))
    case 'quantile':
    case 'unique':
      throw new Error(`A ${formula.kind} has no sums.`)
  }
}

function momentsOfRow({ views, x, y, xx, xy, yy }: Moments): Moments {
  return { views, x, y, xx, xy, yy }
}

function sumsOf({ views, x, xx }: Moments): Moments {
  return { views, x, y: views, xx, xy: x, yy: views }
}

function allOf(count: number): Moments {
  return { views: count, x: count, y: count, xx: count, xy: count, yy: count }
}
