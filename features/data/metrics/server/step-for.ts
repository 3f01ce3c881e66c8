import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { Question } from '@playhead/analytics/question/question.ts'
import { type Step, stepCount, stepOf } from '@playhead/analytics/question/step.ts'
import { metricLimits } from '../contract.ts'

/** The step width for `seriesCount` lines with one point per step. */
export const stepFor = (
  question: Question,
  asked: string | undefined,
  field: string,
  seriesCount = 1,
): Step => {
  const step = stepOf(question.timeframe, asked)
  if (!step) throw invalidField(field, `${field}: there is no step ${asked}.`)
  const stepMax = Math.min(metricLimits.stepMax, metricLimits.pointMax / seriesCount)
  if (stepCount(question.timeframe, step) > stepMax)
    throw invalidField(field, `${field}: the timeframe is too long for steps of one ${step}.`)
  return step
}
