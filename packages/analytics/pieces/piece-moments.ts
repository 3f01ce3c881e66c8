import type { Formula } from '@playhead/metrics/formula.ts'
import { z } from 'zod'
import { cachedRows } from '../cache/query-cache.ts'
import { type Moments, noMoments } from '../change/moments.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'
import type { Bucket } from '../source/condition.sql.ts'
import type { Part } from '../source/parts.sql.ts'
import { isHistogram, pieceMeasures, storedPart } from './measures.ts'
import { momentsOfPieces } from './piece-source.sql.ts'
import { type PieceReads, planQuestion } from './plan-question.ts'
import { storedMoments } from './stored-moments.ts'

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

type RowOf = (measure: string) => Omit<Row, 'measure'>

interface PieceMoments {
  moments: Moments[]
  /** Of each column, the views that have a value. */
  counts: number[]
}

/** The parts that add up, from pieces; undefined when the views are to be read. */
export const askPieceSums = async (
  tenant: Tenant,
  question: Question,
  bucket: Bucket,
  reads: PieceReads,
): Promise<((part: Part) => number) | undefined> => {
  const rowOf = await askRows(tenant, question, bucket, reads)
  if (rowOf === undefined) return undefined
  return (asked) => {
    const stored = storedPart(asked)
    if (stored === undefined || stored.field === 'histogram')
      throw new Error(`Pieces have no sum of ${asked.name}.`)
    return rowOf(stored.measure)[stored.field]
  }
}

/** What intervals of these formulas need, from pieces; undefined when the views are to be read. */
export const askPieceMoments = async (
  tenant: Tenant,
  question: Question,
  bucket: Bucket,
  formulas: readonly Formula[],
  columns: readonly string[],
  reads: PieceReads,
): Promise<PieceMoments | undefined> => {
  const rowOf = await askRows(tenant, question, bucket, reads)
  if (rowOf === undefined) return undefined
  return {
    moments: formulas.map((formula) => momentsOf(formula, rowOf)),
    counts: columns.map((column) => rowOf(column).n),
  }
}

/** All sums, whatever is asked: so values and intervals of the same question share a statement. */
async function askRows(
  tenant: Tenant,
  question: Question,
  bucket: Bucket,
  reads: PieceReads,
): Promise<RowOf | undefined> {
  const plan = await planQuestion(tenant, question, bucket, { reads })
  if (plan === undefined) return undefined
  const measures = pieceMeasures(bucket).filter((measure) => !isHistogram(measure))
  const query = momentsOfPieces(tenant, question, plan, measures)
  const rows = await cachedRows(tenant, Row, query, question)
  const byMeasure = new Map(rows.map((row) => [row.measure, row]))
  return (name) => byMeasure.get(name) ?? noRow
}

function momentsOf(formula: Formula, rowOf: RowOf): Moments {
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
