const minute = 60
const hour = 60 * minute

/** The pause after each attempt: together a little less than a day. */
const gapsSeconds = [
  10,
  30,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  4 * hour,
  6 * hour,
  7 * hour,
]

/** Undefined after the last. Slightly earlier at random, so that deliveries that failed together are not retried together. */
export const nextAttemptAfter = (number: number, now: Date, chance = Math.random()) => {
  const gap = gapsSeconds[number - 1]
  return gap === undefined ? undefined : new Date(now.getTime() + gap * (1 - chance / 10) * 1000)
}
