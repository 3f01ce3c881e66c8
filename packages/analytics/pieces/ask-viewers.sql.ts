import { sql } from '@playhead/clickhouse/sql.ts'
import { z } from 'zod'
import { cachedRows } from '../cache/query-cache.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'
import type { Bucket } from '../source/condition.sql.ts'
import { settings } from '../source/source.sql.ts'
import { conditionsOfPieces, viewsBetween } from './piece-source.sql.ts'
import { type PieceReads, planQuestion } from './plan-question.ts'

const Row = z.object({ viewers: z.number() })

/** How many viewers the views of a question have, from days and the views between; undefined when the views are to be read. */
export const askPieceViewers = async (
  tenant: Tenant,
  question: Question,
  bucket: Bucket,
  reads?: PieceReads,
): Promise<number | undefined> => {
  const plan = await planQuestion(tenant, question, bucket, { isOfViewers: true, reads })
  if (plan === undefined) return undefined
  const states = [
    sql`SELECT viewers FROM view_piece_viewers WHERE ${conditionsOfPieces(tenant, plan, 'day')}`,
    ...(plan.raw.length === 0
      ? []
      : [
          sql`SELECT uniqCombined64State(CAST(viewer_id, 'Nullable(String)')) AS viewers ${viewsBetween(tenant, question, plan)}`,
        ]),
  ]
  const query = sql`SELECT ifNull(uniqCombined64Merge(viewers), 0) AS viewers
    FROM (${states.reduce((all, next) => sql`${all} UNION ALL ${next}`)}) ${settings}`
  const [row] = await cachedRows(tenant, Row, query, question)
  return row?.viewers ?? 0
}
