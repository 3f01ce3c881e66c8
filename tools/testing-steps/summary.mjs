import { stripVTControlCharacters } from 'node:util'

/** More tests than this that pass only after a retry are a finding, not a slow machine. */
const retriesMax = 3

const slowestCount = 5

const seconds = (number) => `${number.toFixed(1)} s`

/** The number of retries in the whole run. */
const countRetries = (retries) => retries.reduce((sum, { tries }) => sum + tries, 0)

export const hasTooManyRetries = ({ retries }) => countRetries(retries) > retriesMax

/**
 * The summary at the end of a run, before its last line.
 * @param {{ steps: { name: string, isGreen: boolean, seconds: number }[], totalSeconds: number,
 *   files: import('./measure-files.mjs').Measured[], retries: import('./measure-files.mjs').Retried[],
 *   sizes: Iterable<string>, left: string[] }} run
 */
export const summarize = ({ steps, totalSeconds, files, retries, sizes, left }) => {
  const loops = [...sizes].toSorted()
  return [
    '── summary',
    ...(loops.length > 0 ? [`loops: ${loops.join(', ')}`] : []),
    ...(left.length > 0
      ? [`left out, since the time was over: ${left.length} files: ${left.join(', ')}`]
      : []),
    ...slowest(files).map(
      ({ file, seconds: taken, importSeconds }) =>
        `slow: ${file}, ${seconds(taken)}${importSeconds === undefined ? '' : ` (${seconds(importSeconds)} of it import)`}`,
    ),
    ...retries.flatMap(secondTry),
    ...(hasTooManyRetries({ retries })
      ? [`${countRetries(retries)} second tries are more than ${retriesMax}: the run fails.`]
      : []),
    ...steps.map((step) => stepLine(step)),
    `whole run: ${seconds(totalSeconds)}, ${steps.filter(({ isGreen }) => !isGreen).length} of ${steps.length} steps failed`,
  ]
}

/** One line per step that starts with its result. */
export const stepLine = ({ name, isGreen, seconds: taken }) =>
  `${isGreen ? 'ok' : 'FAILED'}: ${name}, ${seconds(taken)}`

/** A retried test with what its first try said, since a passed run prints nothing else of it. */
const secondTry = ({ title, tries, reason }) => [
  `second try: ${title}${tries > 1 ? ` (${tries})` : ''}`,
  ...(reason ? [`  because: ${shorten(reason)}`] : []),
]

const reasonLength = 600

const shorten = (text) =>
  stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').trim().slice(0, reasonLength)

const slowest = (files) =>
  files.toSorted((one, other) => other.seconds - one.seconds).slice(0, slowestCount)
