#!/usr/bin/env node
// Usage: npm run test:long [-- --release]
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
import { newTally, runLongPlaywright, runLongVitest } from './testing-steps/suites.mjs'
import { hasTooManyRetries, summarize } from './testing-steps/summary.mjs'

const root = path.join(import.meta.dirname, '..')

await runProgram(async () => {
  const startedAt = performance.now()
  checkNode()
  const args = process.argv.slice(2)
  const unknown = args.find((arg) => arg !== '--release')
  if (unknown) throw new Stop(`Unknown argument ${unknown}. Usage: npm run test:long -- --release`)
  const size = args.includes('--release') ? 'release' : '1'
  stopCommandsOnSignal()
  await installPackages(root)
  await installTools()
  keepTemporaryFilesInMemory()

  await buildProgram(root)

  const tally = newTally()
  const { tests, journeys } = findLoopingFiles(root)
  const env = { PLAYHEAD_TEST_LONG: size, PLAYHEAD_TEST_BUILD: path.join(root, 'build') }
  const steps = await runLanes([
    [['long', () => runLongVitest(root, tally, { files: tests, env })]],
    [['long-browser', () => runLongPlaywright(root, tally, { files: journeys, env })]],
  ])
  const totalSeconds = (performance.now() - startedAt) / 1000
  console.log(`\n${summarize({ ...tally, steps, totalSeconds }).join('\n')}`)
  const isGreen = steps.every((step) => step.isGreen) && !hasTooManyRetries(tally)
  if (!isGreen && tally.failed === 0) tally.failed = 1
  console.log(`${tally.passed} passed, ${tally.failed} failed`)
  if (!isGreen || tally.passed === 0) process.exit(1)
})
