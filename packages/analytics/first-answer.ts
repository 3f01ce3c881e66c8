import type { Formula } from '@playhead/metrics/formula.ts'
import { storedSampleOf } from './pieces/sampled-views.sql.ts'
import type { Question } from './question/question-shape.ts'

/**
 * The question put to one view in sixteen, for a first answer. Undefined for ranges older than the views: the rollup has
 * few rows. ADR 0122
 */
export const sampledQuestion = (question: Question): Question | undefined =>
  question.timeframe.isHistorical ? undefined : { ...question, sampleOf: storedSampleOf }

/** What a count or a sum of sampled views is of all views. */
export const forAll = (value: number): number => value * storedSampleOf

/** Whether a value of sampled views is a part of that of all views; shares, averages and percentiles are alike. */
export const addsUp = ({ kind }: Formula): boolean =>
  kind !== 'ratio' && kind !== 'average' && kind !== 'quantile'

/**
 * Causes and insights of fewer sampled views say too little: of ten thousand, a value of 1 % has a hundred. So many views are also
 * answered exactly in a moment. Tests ask fewer.
 */
export const firstAnswerRules = { leastViews: 10_000 }
