interface Sizes {
  /** In `npm test`: enough to cover each kind of case. */
  usual: number
  /** In `npm run test:long`. */
  long: number
  /** In `npm run test:long -- --release`; the same as `long` by default. */
  release?: number
}

/**
 * How often a test repeats its case; logs the number. `PLAYHEAD_TEST_KILLS=100` overrides the number of `kills`.
 * `npm run test:long` runs the test files that call this or one of the two below.
 */
export const howMany = (
  name: string,
  sizes: Sizes,
  { environment = process.env, say = console.log } = {},
): number => {
  const number = chosen(name, sizes, environment)
  // The summary of a run collects these lines.
  say(`how many: ${name} ${number}`)
  return number
}

/**
 * Some of the cases of a test, spread evenly over all; the long run takes at least half of them, a release all.
 * @param usual How many `npm test` takes.
 */
export const someOf = <Case>(
  name: string,
  cases: readonly Case[],
  usual: number,
  options: Parameters<typeof howMany>[2] = {},
): Case[] => {
  const long = Math.max(usual, Math.ceil(cases.length / 2))
  const number = howMany(name, { usual, long, release: cases.length }, options)
  const count = Math.min(number, cases.length)
  return Array.from(
    { length: count },
    (_, index) => cases[Math.floor((index * cases.length) / count)]!,
  )
}

/** For what repeats a shorter test at full length, and the dearest variants: `if (isLongRun()) test(…)`. */
export const isLongRun = (environment = process.env) =>
  !['', '0'].includes(environment['PLAYHEAD_TEST_LONG'] ?? '')

/** A loop that takes hours may be run in parts: with `PLAYHEAD_TEST_FIRST_SEED=151` it begins there. */
export const readFirstSeed = (environment = process.env): number =>
  Number(environment['PLAYHEAD_TEST_FIRST_SEED'] ?? 1)

function chosen(
  name: string,
  { usual, long, release = long }: Sizes,
  environment: typeof process.env,
) {
  const variable = `PLAYHEAD_TEST_${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}`
  const asked = environment[variable]
  if (asked !== undefined && asked !== '') {
    if (!/^[1-9]\d*$/.test(asked))
      throw new Error(`${variable} is a number from 1, not "${asked}".`)
    return Number(asked)
  }
  if (environment['PLAYHEAD_TEST_LONG'] === 'release') return release
  return isLongRun(environment) ? long : usual
}
