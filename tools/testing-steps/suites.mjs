import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { buildProgram } from '../setup/build-program.mjs'
import { runCommand } from '../setup/run-command.mjs'
import { countPlaywright, countVitest } from './count-tests.mjs'
import { measurePlaywright, measureVitest } from './measure-files.mjs'

const reports = 'build/test-reports'

/** Totals of a run: the counts, and for the summary its files, its retries, and the files that it left out. */
export const newTally = () => ({
  passed: 0,
  failed: 0,
  files: [],
  retries: [],
  sizes: new Set(),
  left: [],
})

/** Unit and integration tests on real engines. */
export const runVitest = (root, tally) =>
  runProjects(root, tally, ['server', 'tools'], 'vitest.json')

/** Tests of screens, which need no engines. */
export const runVitestOfScreens = (root, tally) =>
  runProjects(root, tally, ['web'], 'vitest-screens.json')

function runProjects(root, tally, projects, name) {
  const report = freshReport(root, name)
  return runFiles(root, tally, {
    report,
    args: [
      ...projects.map((project) => `--project=${project}`),
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    count: (isGreen) => countVitest(report, isGreen),
  })
}

/** Some test files with other loop sizes. */
export const runLongVitest = async (root, tally, { files, env }) => {
  const report = freshReport(root, 'vitest-long.json')
  return runFiles(root, tally, {
    report,
    args: ['--reporter=json', `--outputFile.json=${report}`, ...files],
    env,
    count: (isGreen) => countVitest(report, isGreen),
  })
}

async function runFiles(root, tally, { args, env = {}, count, report }) {
  const times = report.replace(/\.json$/, '-times.json')
  rmSync(times, { force: true })
  const reporter = path.join(root, 'tools/testing-steps/time-reporter.mjs')
  const { code } = await runCommand(
    path.join(root, 'node_modules/.bin/vitest'),
    ['run', '--reporter=default', `--reporter=${reporter}`, ...args],
    { cwd: root, env: { ...process.env, PLAYHEAD_TEST_TIMES: times, ...env } },
  )
  return add(tally, code === 0, count(code === 0), measureVitest(times))
}

/** Journeys through the built program in a real browser. */
export const runPlaywright = (root, tally) =>
  runJourneys(root, tally, { report: freshReport(root, 'playwright.json') })

/** Some journeys with other loop sizes and looks. */
export const runLongPlaywright = (root, tally, { files, env }) =>
  runJourneys(root, tally, { report: freshReport(root, 'playwright-long.json'), args: files, env })

async function runJourneys(root, tally, { args = [], env = {}, report }) {
  await buildProgram(root)
  const { code } = await runCommand(
    path.join(root, 'node_modules/.bin/playwright'),
    ['test', '--reporter=list,json', ...args],
    { cwd: root, env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env } },
  )
  const isGreen = code === 0
  return add(tally, isGreen, countPlaywright(report, isGreen), measurePlaywright(report, root))
}

function add(tally, isGreen, { passed, failed }, { files, retries, sizes }) {
  tally.passed += passed
  tally.failed += failed
  tally.files.push(...files)
  tally.retries.push(...retries)
  for (const size of sizes) tally.sizes.add(size)
  return isGreen && failed === 0
}

function freshReport(root, name) {
  const file = path.join(root, reports, name)
  mkdirSync(path.dirname(file), { recursive: true })
  rmSync(file, { force: true })
  return file
}
