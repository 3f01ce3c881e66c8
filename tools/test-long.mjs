#!/usr/bin/env node
// Usage: npm run test:long [-- --release] [--minutes=60]
import path from 'node:path'
import { buildProgram } from './setup/build-program.mjs'
import { checkNode } from './setup/check-node.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { stopCommandsOnSignal } from './setup/run-command.mjs'
import { runProgram, Stop } from './setup/stop.mjs'
import { findLoopingFiles } from './testing-steps/find-looping-files.mjs'
import { installTools } from './testing-steps/install-tools.mjs'
import { keepTemporaryFilesInMemory } from './testing-steps/memory-folder.mjs'
import { runLanes } from './testing-steps/run-lanes.mjs'
import { runParts } from './testing-steps/run-parts.mjs'
import { newTally, runLongPlaywright, runLongVitest } from './testing-steps/suites.mjs'
import { hasTooManyRetries, summarize } from './testing-steps/summary.mjs'

/** Each part starts engines and a program of its own, which takes seconds. */
const partCount = 5
const root = path.join(import.meta.dirname, '..')

await runProgram(async () => {
  const startedAt = performance.now()
  checkNode()
  const { size, untilMs } = chooseSize(process.argv.slice(2))
  stopCommandsOnSignal()
  await installPackages(root)
  await installTools()
  keepTemporaryFilesInMemory()

  await buildProgram(root)

  const tally = newTally()
  const { tests, journeys } = findLoopingFiles(root)
  const env = { PLAYHEAD_TEST_LONG: size, PLAYHEAD_TEST_BUILD: path.join(root, 'build') }
  const inParts = async (files, run) => {
    const done = await runParts(files, {
      count: partCount,
      untilMs,
      run: (part) => run(root, tally, { files: part, env }),
    })
    tally.left.push(...done.left)
    return done.isGreen
  }
  const steps = await runLanes([
    [['long', () => inParts(tests, runLongVitest)]],
    [['long-browser', () => inParts(journeys, runLongPlaywright)]],
  ])
  const totalSeconds = (performance.now() - startedAt) / 1000
  console.log(`\n${summarize({ ...tally, steps, totalSeconds }).join('\n')}`)
  const isGreen = steps.every((step) => step.isGreen) && !hasTooManyRetries(tally)
  if (!isGreen && tally.failed === 0) tally.failed = 1
  console.log(`${tally.passed} passed, ${tally.failed} failed`)
  if (!isGreen || tally.passed === 0) process.exit(1)
})

/** The size of loops, and when the last part of the tests may start: CI ends a run that takes too long. */
function chooseSize(args) {
  const minutes = args.find((arg) => /^--minutes=\d+$/.test(arg))
  const unknown = args.find((arg) => arg !== '--release' && arg !== minutes)
  if (unknown)
    throw new Stop(
      `Unknown argument ${unknown}. Usage: npm run test:long -- [--release] [--minutes=60]`,
    )
  const limitMs = minutes ? Number(minutes.slice('--minutes='.length)) * 60_000 : Infinity
  return { size: args.includes('--release') ? 'release' : '1', untilMs: Date.now() + limitMs }
}
