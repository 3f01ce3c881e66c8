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
 * `npm run test:long` runs the test files that call this.
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

function chosen(
  name: string,
  { usual, long, release = long }: Sizes,
  environment: typeof process.env,
) {
  const variable = `PLAYHEAD_TEST_${name.toUpperCase().replaceAll('-', '_')}`
  const asked = environment[variable]
  if (asked !== undefined && asked !== '') {
    if (!/^[1-9]\d*$/.test(asked))
      throw new Error(`${variable} is a number from 1, not "${asked}".`)
    return Number(asked)
  }
  const size = environment['PLAYHEAD_TEST_LONG'] ?? ''
  if (size === 'release') return release
  return ['', '0'].includes(size) ? usual : long
}
