/** Epoch seconds throughout; samples are written in steps of five. MONI-020 */
export const stepSeconds = 5
/** MONI-018 */
export const windowSeconds = 1_800
/** MONI-010 */
export const jumpSeconds = 600
/** MONI-014 */
export const keptSeconds = 86_400
/** MONI-017: the newest complete step began five to ten seconds ago. */
const lagSeconds = 5

export const stepOf = (seconds: number) => Math.floor(seconds / stepSeconds) * stepSeconds

/** The last step of a window: 1,795 seconds after its first. MONI-019 */
export const lastOfWindow = (start: number) => start + windowSeconds - stepSeconds

export const firstOfWindow = (last: number) => last - windowSeconds + stepSeconds

/** MONI-013: the shown end is exclusive. */
export const endOfWindow = (start: number) => start + windowSeconds

/** The newest step by a clock, for as long as no response has named it. */
export const newestByClock = (nowMs: number) => stepOf(nowMs / 1_000 - lagSeconds)
