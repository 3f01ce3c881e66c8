/** Samples are written in steps of five seconds and carry the start of their step. MONI-020 */
export const stepSeconds = 5
/** MONI-018 */
export const windowSeconds = 1800
/** Samples are stored for 26 hours, so that a whole day can be queried. MONI-014 */
export const keptSeconds = 86_400

/** Epoch seconds, rounded down to the start of their step. MONI-020 */
export const stepOf = (epochSeconds: number) => Math.floor(epochSeconds / stepSeconds) * stepSeconds

/** The last complete step: it began five to ten seconds ago. MONI-017 */
export const newestEndedStep = (now: Date) => stepOf(now.getTime() / 1000 - stepSeconds)

/** The end of the time that a step's samples cover; early samples cover only the first half. */
export const endOf = ({ newest, isEarly }: { newest: number; isEarly: boolean }) =>
  new Date((newest + (isEarly ? stepSeconds / 2 : stepSeconds)) * 1000)

/** Both ends are step starts, inclusive. */
export interface StepRange {
  first: number
  last: number
  /** The last step is running or not completely written, so the samples of its first half are used. */
  isLastEarly?: boolean
}

export const stepsOf = ({ first, last }: StepRange): number[] =>
  Array.from(
    { length: Math.max(0, Math.floor((last - first) / stepSeconds) + 1) },
    (_, at) => first + at * stepSeconds,
  )

/** The start of the last step in a window that begins at `first`: 1,795 seconds later. MONI-018, MONI-019 */
export const lastOfWindow = (first: number) => first + windowSeconds - stepSeconds
