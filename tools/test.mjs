#!/usr/bin/env node
// Usage: npm test [-- --only=format,lint,…]
import path from 'node:path'
import { buildProgram } from './setup/build-program.mjs'
import { checkNode } from './setup/check-node.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { stopCommandsOnSignal } from './setup/run-command.mjs'
import { runProgram, Stop } from './setup/stop.mjs'
import { checks } from './testing-steps/checks.mjs'
import { installTools } from './testing-steps/install-tools.mjs'
import { keepTemporaryFilesInMemory } from './testing-steps/memory-folder.mjs'
import { runLanes } from './testing-steps/run-lanes.mjs'
import { newTally, runPlaywright, runVitest, runVitestOfScreens } from './testing-steps/suites.mjs'
import { hasTooManyRetries, summarize } from './testing-steps/summary.mjs'

const root = path.join(import.meta.dirname, '..')
const tally = newTally()

const ofCode = checks(root)
const ofBuild = {
  build: async () => {
    await buildProgram(root)
    return true
  },
}
const ofUnits = { unit: () => runVitest(root, tally) }
// Screens after the journeys: with these, they take as long as the tests on engines beside them.
const ofBrowser = {
  browser: () => runPlaywright(root, tally),
  screens: () => runVitestOfScreens(root, tally),
}
// These checks read the reports of the run that has just passed.
const ofReports = { proof: ofCode.requirements }

await runProgram(async () => {
  const startedAt = performance.now()
  checkNode()
  const chosen = chooseSteps(process.argv.slice(2))
  stopCommandsOnSignal()
  await installPackages(root)
  const hasSuites = Object.keys(chosen({ ...ofUnits, ...ofBrowser })).length > 0
  if (hasSuites) await installTools()
  if (hasSuites) keepTemporaryFilesInMemory()

  const lanesOf = (...lanes) => lanes.map((steps) => Object.entries(chosen(steps)))
  const steps = await runLanes(lanesOf(ofBuild))
  if (steps.length > 0 && steps[0].isGreen)
    process.env.PLAYHEAD_TEST_BUILD = path.join(root, 'build')
  // Not beside the tests: those keep both cores busy, and what plays or streams in them must not wait behind a checker.
  const { types, generated, requirements, ...others } = ofCode
  steps.push(...(await runLanes(lanesOf(others, { types, generated, requirements }))))
  // Tests wait for engines and players in part, so these two share the cores.
  steps.push(...(await runLanes(lanesOf(ofUnits, ofBrowser))))
  steps.push(...(await runLanes([Object.entries(chosen(ofReports))])))

  const totalSeconds = (performance.now() - startedAt) / 1000
  console.log(`\n${summarize({ ...tally, steps, totalSeconds }).join('\n')}`)
  const isGreen = steps.every((step) => step.isGreen) && !hasTooManyRetries(tally)
  if (!isGreen && tally.failed === 0) tally.failed = 1
  if (isGreen && !hasSuites)
    return console.log(`Checks passed: ${steps.map(({ name }) => name).join(', ')}`)
  console.log(`${tally.passed} passed, ${tally.failed} failed`)
  if (!isGreen || tally.passed === 0) process.exit(1)
})

/** Returns a function that filters steps by the chosen names. */
function chooseSteps(args) {
  const only = args.find((arg) => arg.startsWith('--only='))
  const unknownArg = args.find((arg) => !arg.startsWith('--only='))
  if (unknownArg)
    throw new Stop(`Unknown argument ${unknownArg}. Usage: npm test -- --only=lint,unit`)
  const all = Object.keys({ ...ofCode, ...ofBuild, ...ofUnits, ...ofBrowser, ...ofReports })
  const names = only ? only.slice('--only='.length).split(',') : all
  const unknown = names.find((name) => !all.includes(name))
  if (unknown !== undefined)
    throw new Stop(`Unknown step "${unknown}". The steps are ${all.join(', ')}.`)
  return (steps) =>
    Object.fromEntries(Object.entries(steps).filter(([name]) => names.includes(name)))
}
