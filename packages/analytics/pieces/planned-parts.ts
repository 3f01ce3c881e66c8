import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Question } from '../question/question-shape.ts'
import type { Step } from '../question/step.ts'
import type { Tenant } from '../question/tenant.ts'
import type { Bucket } from '../source/condition.sql.ts'
import type { Part } from '../source/parts.sql.ts'
import { isHistogram, measuresOf } from './measures.ts'
import type { PlannedParts } from './piece-source.sql.ts'
import { type PieceReads, planQuestion } from './plan-question.ts'

interface AskedParts {
  bucket: Bucket
  parts: readonly Part[]
  /** Groups the answer. */
  dimension?: DimensionId | undefined
  step?: Step | undefined
  reads?: PieceReads | undefined
}

/** How pieces answer a question for these parts; undefined when its views are to be read. */
export const plannedParts = async (
  tenant: Tenant,
  question: Question,
  { bucket, parts, dimension, step, reads }: AskedParts,
): Promise<PlannedParts | undefined> => {
  const measures = measuresOf(parts)
  if (measures === undefined) return undefined
  const hasPercentiles = measures.some(isHistogram)
  // Percentiles of several metrics are read otherwise, by askPieceHistograms.
  const grouping = { dimension, step, hasPercentiles, isOneMetric: true, reads }
  const plan = await planQuestion(tenant, question, bucket, grouping)
  return plan && { plan, parts, step, isGrouped: dimension !== undefined }
}
