import { z } from 'zod'
import { cachedRows } from '../cache/query-cache.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'
import type { Bucket } from '../source/condition.sql.ts'
import type { Histogram } from '../source/histogram.ts'
import { histogramOfColumn } from './measures.ts'
import { histogramsOfPieces } from './piece-source.sql.ts'
import { type PieceReads, planQuestion } from './plan-question.ts'

const Row = z.object({
  measure: z.string(),
  buckets: z.array(z.number()),
  counts: z.array(z.number()),
})

const none: Histogram = { buckets: [], counts: [] }

/** The histogram of each column, for all of its percentiles at once; undefined when the views are to be read. */
export const askPieceHistograms = async (
  tenant: Tenant,
  question: Question,
  bucket: Bucket,
  columns: readonly string[],
  reads?: PieceReads,
): Promise<((column: string) => Histogram) | undefined> => {
  if (columns.length === 0) return undefined
  const plan = await planQuestion(tenant, question, bucket, { hasPercentiles: true, reads })
  if (plan === undefined) return undefined
  // In one order, so that values and intervals of the same metrics share a statement.
  const measures = [...new Set(columns)].toSorted().map(histogramOfColumn)
  const query = histogramsOfPieces(tenant, question, plan, measures)
  const rows = await cachedRows(tenant, Row, query, question)
  const byMeasure = new Map(rows.map((row) => [row.measure, row]))
  return (column) => byMeasure.get(histogramOfColumn(column).name) ?? none
}
