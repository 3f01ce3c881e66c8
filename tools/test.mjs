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
import { runPlaywright, runVitest } from './testing-steps/suites.mjs'

const root = path.join(import.meta.dirname, '..')
const tally = { passed: 0, failed: 0 }

const ofCode = checks(root)
const steps = {
  ...ofCode,
  unit: () => runVitest(root, tally),
  build: async () => {
    await buildProgram(root)
    return true
  },
  browser: () => runPlaywright(root, tally),
  // Counted again by what has just passed.
  proof: ofCode.requirements,
}
const suites = ['unit', 'browser']

await runProgram(async () => {
  checkNode()
  const chosen = chooseSteps(process.argv.slice(2))
  stopCommandsOnSignal()
  await installPackages(root)
  const hasSuites = chosen.some((name) => suites.includes(name))
  if (hasSuites) await installTools()

  const failedStep = await runInOrder(chosen)
  if (failedStep && tally.failed === 0) tally.failed = 1
  if (!failedStep && !hasSuites) return console.log(`Checks passed: ${chosen.join(', ')}`)
  console.log(`${tally.passed} passed, ${tally.failed} failed`)
  if (failedStep || tally.passed === 0) process.exit(1)
})

async function runInOrder(names) {
  for (const name of names) {
    console.log(`\n── ${name}`)
    const startedAt = performance.now()
    const isGreen = await runStep(name)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`${isGreen ? 'ok' : 'FAILED'}: ${name}, ${seconds} s`)
    if (!isGreen) return name
  }
  return undefined
}

async function runStep(name) {
  try {
    return await steps[name]()
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error)
    return false
  }
}

function chooseSteps(args) {
  const only = args.find((arg) => arg.startsWith('--only='))
  const unknownArg = args.find((arg) => !arg.startsWith('--only='))
  if (unknownArg)
    throw new Stop(`Unknown argument ${unknownArg}. Usage: npm test -- --only=lint,unit`)
  const names = only ? only.slice('--only='.length).split(',') : Object.keys(steps)
  const unknown = names.find((name) => !(name in steps))
  if (unknown !== undefined)
    throw new Stop(`Unknown step "${unknown}". The steps are ${Object.keys(steps).join(', ')}.`)
  return names
}
