import type { Measured } from '../question/definition.ts'
import type { Timeframe } from '../question/timeframe.ts'
import type { Tenant } from '../question/tenant.ts'
import { askMomentsByStep } from './ask-moments-by-step.sql.ts'
import { findChangeStart } from './find-change-start.ts'
import type { Asked } from './per-view.sql.ts'

/** The time at which a metric changed its level, with the ranges to compare. */
export interface ChangeMoment {
  /** From the change to its end, or to the end of the examined time. */
  timeframe: Timeframe
  /** The examined time before the change. */
  baseline: Timeframe
  hasEnded: boolean
}

const stepSeconds = [60, 300, 600, 1_800, 3_600, 7_200, 21_600, 86_400]
const maximumSteps = 600

/**
 * The moment within both ranges at which a metric changed, unless it is the boundary between them: a baseline that
 * contains part of an incident hides its cause.
 */
export const askChangeStart = async (
  tenant: Tenant,
  definition: Measured,
  { question, baseline }: Asked,
  between: number,
): Promise<ChangeMoment | undefined> => {
  // Counts follow the traffic, which changes every hour.
  if (!['ratio', 'average', 'quantile'].includes(definition.formula.kind)) return undefined
  const isAdjacent = baseline.end.getTime() === question.timeframe.start.getTime()
  const from = Math.floor((isAdjacent ? baseline : question.timeframe).start.getTime() / 1_000)
  const until = question.timeframe.end.getTime() / 1_000
  const step = stepSeconds.find((one) => (until - from) / one <= maximumSteps) ?? 86_400
  // Steps start at round times, which are easy to name.
  const start = new Date(Math.floor(from / step) * step * 1_000)
  const looked = { ...question.timeframe, start }
  const course = await askMomentsByStep(
    tenant,
    definition,
    { ...question, timeframe: looked },
    { between, stepSeconds: step },
  )
  const found = findChangeStart(course)
  if (found === undefined) return undefined
  const momentOf = (index: number) => new Date(start.getTime() + index * step * 1_000)
  const moment = momentOf(found.start)
  const apart = Math.abs(moment.getTime() - question.timeframe.start.getTime())
  if (apart <= step * 1_000) return undefined
  const hasEnded = found.end < course.length
  const end = hasEnded ? momentOf(found.end) : looked.end
  // What was over when the range began is what the baseline holds.
  if (isAdjacent && end.getTime() - question.timeframe.start.getTime() <= step * 1_000)
    return undefined
  return {
    timeframe: { ...looked, start: moment, end },
    baseline: { ...looked, end: moment },
    hasEnded,
  }
}
