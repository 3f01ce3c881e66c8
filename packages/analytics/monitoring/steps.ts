/** Samples are written for steps of five seconds and carry the start of theirs. MONI-020 */
export const stepSeconds = 5
/** MONI-018 */
export const windowSeconds = 1800
/** Samples are kept for 26 hours, so that a whole day can be asked for. MONI-014 */
export const keptSeconds = 86_400

/** Epoch seconds, rounded down to the step they lie in. MONI-020 */
export const stepOf = (epochSeconds: number) => Math.floor(epochSeconds / stepSeconds) * stepSeconds

/** The step that ended last: it began five to ten seconds ago. MONI-017 */
export const newestEndedStep = (now: Date) => stepOf(now.getTime() / 1000 - stepSeconds)

/** The moment that samples of a step reach to; those of its first half say no more than that. */
export const endOf = ({ newest, isEarly }: { newest: number; isEarly: boolean }) =>
  new Date((newest + (isEarly ? stepSeconds / 2 : stepSeconds)) * 1000)

/** Both ends are starts of steps and count. */
export interface StepRange {
  first: number
  last: number
  /** The last step still runs, or is not told in full yet: its first half answers for it. */
  isLastEarly?: boolean
}

export const stepsOf = ({ first, last }: StepRange): number[] =>
  Array.from(
    { length: Math.max(0, Math.floor((last - first) / stepSeconds) + 1) },
    (_, at) => first + at * stepSeconds,
  )

/** The last of the points that begin at `first`: 1,795 seconds later. MONI-018, MONI-019 */
export const lastOfWindow = (first: number) => first + windowSeconds - stepSeconds
