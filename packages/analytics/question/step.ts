import type { Timeframe } from './timeframe.ts'

export const steps = ['minute', 'ten_minutes', 'hour', 'day'] as const
export type Step = (typeof steps)[number]

/** TIME-034 */
const stepSeconds: Record<Step, number> = {
  minute: 60,
  ten_minutes: 600,
  hour: 3_600,
  day: 86_400,
}

const hour = 3_600_000

/**
 * The requested step, or else the default for the timeframe; undefined for an unknown name. The rollup has only days.
 */
export const stepOf = (timeframe: Timeframe, asked?: string): Step | undefined => {
  const named = asked === 'ten_minute' ? 'ten_minutes' : asked
  if (named !== undefined && !isStep(named)) return undefined
  if (timeframe.isHistorical) return 'day'
  return named ?? fitting(timeframe.end.getTime() - timeframe.start.getTime())
}

/** The starts of all steps that overlap a timeframe, in milliseconds since 1970. */
export const stepTimes = (timeframe: Timeframe, step: Step): number[] => {
  const first = firstStep(timeframe, step)
  const count = stepCount(timeframe, step)
  return Array.from({ length: count }, (_, index) => first + index * stepSeconds[step] * 1_000)
}

export const stepCount = (timeframe: Timeframe, step: Step): number => {
  const length = stepSeconds[step] * 1_000
  return Math.ceil((timeframe.end.getTime() - firstStep(timeframe, step)) / length)
}

function firstStep({ start }: Timeframe, step: Step): number {
  const length = stepSeconds[step] * 1_000
  return Math.floor(start.getTime() / length) * length
}

function fitting(milliseconds: number): Step {
  if (milliseconds <= hour) return 'minute'
  if (milliseconds <= 6 * hour) return 'ten_minutes'
  return milliseconds <= 15 * 24 * hour ? 'hour' : 'day'
}

function isStep(text: string): text is Step {
  return (steps as readonly string[]).includes(text)
}
