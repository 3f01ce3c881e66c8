import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { buildProgram } from '../setup/build-program.mjs'
import { runCommand } from '../setup/run-command.mjs'
import { countPlaywright, countVitest } from './count-tests.mjs'

const reports = 'build/test-reports'

/** Unit and integration tests on real engines. */
export function runVitest(root, tally) {
  const report = freshReport(root, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return runSuite(
    root,
    'vitest',
    args,
    process.env,
    (isGreen) => countVitest(report, isGreen),
    tally,
  )
}

/** Journeys through the built program in a real browser. */
export async function runPlaywright(root, tally) {
  await buildProgram(root)
  const report = freshReport(root, 'playwright.json')
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const args = ['test', '--reporter=list,json']
  return runSuite(
    root,
    'playwright',
    args,
    env,
    (isGreen) => countPlaywright(report, isGreen),
    tally,
  )
}

async function runSuite(root, tool, args, env, count, tally) {
  const { code } = await runCommand(path.join(root, 'node_modules/.bin', tool), args, {
    cwd: root,
    env,
  })
  const { passed, failed } = count(code === 0)
  tally.passed += passed
  tally.failed += failed
  return code === 0 && failed === 0
}

function freshReport(root, name) {
  const file = path.join(root, reports, name)
  mkdirSync(path.dirname(file), { recursive: true })
  rmSync(file, { force: true })
  return file
}
