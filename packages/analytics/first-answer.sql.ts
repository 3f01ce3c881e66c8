import { sql } from '@playhead/clickhouse/sql.ts'
import type { Formula } from '@playhead/metrics/formula.ts'
import { z } from 'zod'
import { cachedRows } from './cache/query-cache.ts'
import { storedSampleOf } from './pieces/sampled-views.sql.ts'
import type { Question } from './question/question-shape.ts'
import type { Tenant } from './question/tenant.ts'
import type { Bucket } from './source/condition.sql.ts'
import { settings, sourceOf } from './source/source.sql.ts'

export const firstAnswerRules = {
  /**
   * Causes and insights of fewer sampled views say too little: of ten thousand, a value of 1 % has a hundred. So many views are also
   * answered exactly in a moment. Tests ask fewer.
   */
  leastViews: 10_000,
  /** More say little more, and take longer. */
  enoughViews: 50_000,
}

export interface SampledQuestion extends Question {
  sampleOf: number
}

const Row = z.object({ views: z.number() })

/**
 * The question put to one view in sixteen, or to fewer where these are many, for a first answer. Undefined where the sample has
 * fewer views than the answer needs, and for ranges older than the views: the rollup has few rows. ADR 0122
 */
export const sampledQuestion = async (
  tenant: Tenant,
  question: Question,
  { bucket, leastViews }: { bucket: Bucket; leastViews: number },
): Promise<SampledQuestion | undefined> => {
  if (question.timeframe.isHistorical) return undefined
  const stored = { ...question, sampleOf: storedSampleOf }
  const query = sql`SELECT count() AS views ${sourceOf(tenant, stored, bucket).rows} ${settings}`
  const [row] = await cachedRows(tenant, Row, query, stored)
  const views = row?.views ?? 0
  if (views < leastViews) return undefined
  const times = Math.floor(views / firstAnswerRules.enoughViews)
  return { ...stored, sampleOf: storedSampleOf * Math.max(1, times) }
}

/** What a count or a sum of sampled views is of all views. */
export const forAll = (value: number, { sampleOf }: SampledQuestion): number => value * sampleOf

/** Whether a value of sampled views is a part of that of all views; shares, averages and percentiles are alike. */
export const addsUp = ({ kind }: Formula): boolean =>
  kind !== 'ratio' && kind !== 'average' && kind !== 'quantile'
