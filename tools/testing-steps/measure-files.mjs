import path from 'node:path'
import { readReport } from './count-tests.mjs'

/** @typedef {{ file: string, seconds: number, importSeconds?: number }} Measured */
/** @typedef {{ title: string, tries: number, reason?: string }} Retried: the reason is what the first try said. */

const nothing = { files: [], retries: [], sizes: [] }

/** Time per file, retried tests and loop sizes, from the output of time-reporter.mjs. */
export const measureVitest = (file) => {
  const report = readReport(file)
  if (!report) return nothing
  const files = report.files.map(({ file: name, importMs, testMs }) => ({
    file: name,
    seconds: (importMs + testMs) / 1000,
    importSeconds: importMs / 1000,
  }))
  return { ...report, files }
}

/** The same from the JSON report of Playwright, where the sizes are in the output of the tests. */
export const measurePlaywright = (file, root) => {
  const report = readReport(file)
  if (!report) return nothing
  const secondsOf = new Map()
  const retries = []
  const sizes = new Set()
  for (const { spec, titles } of report.suites.flatMap((suite) => specsOf(suite, []))) {
    const name = path.relative(root, path.resolve(report.config.rootDir, spec.file))
    for (const { results } of spec.tests) {
      const tries = Math.max(0, ...results.map(({ retry }) => retry))
      const reason = results[0]?.error?.message
      if (tries > 0) retries.push({ title: [name, ...titles].join(' › '), tries, reason })
      const ms = results.reduce((sum, { duration }) => sum + duration, 0)
      secondsOf.set(name, (secondsOf.get(name) ?? 0) + ms / 1000)
      for (const size of results.flatMap(sizesOf)) sizes.add(size)
    }
  }
  const files = [...secondsOf].map(([name, seconds]) => ({ file: name, seconds }))
  return { files, retries, sizes: [...sizes] }
}

/** The loop sizes that `howMany` logged during a test. */
const sizesOf = ({ stdout = [] }) =>
  stdout.flatMap(({ text = '' }) =>
    [...text.matchAll(/^how many: (.+)$/gm)].map(([, size]) => size),
  )

/** The outermost suite is the file. */
const specsOf = (suite, titles) => [
  ...(suite.specs ?? []).map((spec) => ({ spec, titles: [...titles, spec.title] })),
  ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, [...titles, inner.title])),
]
