import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** @typedef {{ file: string, title: string, outcome: 'passed' | 'failed' | 'skipped' }} Ran */

const suites = [
  { name: 'unit', file: 'vitest.json', read: readVitest },
  { name: 'screens', file: 'vitest-screens.json', read: readVitest },
  { name: 'browser', file: 'playwright.json', read: readPlaywright },
]

/** What only a long run has is proven by its reports, when there are any. */
const suitesOfLongRuns = [
  { name: 'long unit', file: 'vitest-long.json', read: readVitest },
  { name: 'long browser', file: 'playwright-long.json', read: readPlaywright },
]

/**
 * Results on this machine from the reports of all suites, and of the long run. The result of a test file that changed
 * since is ignored, and so is the report of an aborted run.
 */
export const readReports = (root) => {
  const ran = []
  const missing = []
  const changed = new Set()
  for (const { name, file, read } of [...suites, ...suitesOfLongRuns]) {
    const report = parse(path.join(root, 'build/test-reports', file))
    if (report === undefined) {
      if (suites.some((suite) => suite.name === name)) missing.push(name)
      continue
    }
    const { startedAt, tests } = read(report, root)
    for (const test of tests)
      if (isAsItWas(path.join(root, test.file), startedAt)) ran.push(test)
      else changed.add(test.file)
  }
  return { ran, missing, changed: [...changed].toSorted(), hasRun: missing.length < suites.length }
}

function parse(file) {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const isAsItWas = (file, startedAt) => existsSync(file) && statSync(file).mtimeMs <= startedAt

function readVitest({ startTime, testResults }, root) {
  const tests = testResults.flatMap(({ name, status: ofFile, assertionResults }) => {
    // A test that did not run because of an earlier failure is not a skipped one.
    const outcomes = {
      passed: 'passed',
      failed: 'failed',
      other: ofFile === 'failed' ? 'failed' : 'skipped',
    }
    return assertionResults.map(({ fullName, status }) => ({
      file: path.relative(root, name),
      title: fullName,
      outcome: outcomes[status] ?? outcomes.other,
    }))
  })
  return { startedAt: startTime, tests }
}

function readPlaywright({ config, stats, suites: files }, root) {
  const testsOf = (suite, before) => {
    const titles = [...before, suite.title]
    return [
      ...(suite.specs ?? []).flatMap((spec) =>
        spec.tests.map((test) => ({
          file: path.relative(root, path.resolve(config.rootDir, spec.file)),
          title: [...titles, spec.title].join(' '),
          outcome: outcomeOf(test),
        })),
      ),
      ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, titles)),
    ]
  }
  return {
    startedAt: Date.parse(stats.startTime),
    tests: files.flatMap((file) => testsOf(file, [])),
  }
}

/** A test that is expected to fail proves nothing when it does, and one that never ran was not skipped on purpose. */
function outcomeOf({ status, expectedStatus, annotations = [] }) {
  if (status === 'skipped')
    return annotations.some(({ type }) => ['skip', 'fixme'].includes(type)) ? 'skipped' : 'failed'
  const isGreen = status === 'expected' || status === 'flaky'
  return isGreen && expectedStatus === 'passed' ? 'passed' : 'failed'
}
