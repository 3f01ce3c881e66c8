import type { Formula } from '@playhead/metrics/formula.ts'
import { z } from 'zod'
import { cachedRows } from '../cache/query-cache.ts'
import { type Moments, noMoments } from '../change/moments.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'
import type { Bucket } from '../source/condition.sql.ts'
import { part } from '../source/parts.sql.ts'
import { momentsOfPieces } from './piece-source.sql.ts'
import { planQuestion } from './plan-question.ts'
import { momentMeasures, storedMoments } from './stored-moments.ts'

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
  const counts = columns.map((column) => part('count', column))
  const measures = momentMeasures(formulas, counts)
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

function momentsOf(formula: Formula, rowOf: (measure: string) => Omit<Row, 'measure'>): Moments {
  const stored = storedMoments(formula)
  if (stored === undefined) throw new Error(`A ${formula.kind} has no sums.`)
  const read = (name: keyof Moments) => rowOf(stored[name].measure)[stored[name].field]
  return {
    views: read('views'),
    x: read('x'),
    y: read('y'),
    xx: read('xx'),
    xy: read('xy'),
    yy: read('yy'),
  }
}
