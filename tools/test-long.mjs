#!/usr/bin/env node
// Usage: npm run test:long
import path from 'node:path'
import { checkNode } from './setup/check-node.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { runCommand, stopCommandsOnSignal } from './setup/run-command.mjs'
import { runProgram } from './setup/stop.mjs'
import { installTools } from './testing-steps/install-tools.mjs'

const root = path.join(import.meta.dirname, '..')

/** The tests that take a number, with the number that they are proven by; `npm test` runs fewer. */
const numbers = {
  PLAYHEAD_TEST_REQUESTS: '20000',
  PLAYHEAD_TEST_KILLS: '40',
  PLAYHEAD_TEST_SEEDS: '300',
  PLAYHEAD_TEST_AUDIENCES: '1000',
}
const files = [
  'tests/security/contract-fuzz.test.ts',
  'tests/security/address-fuzz.test.ts',
  'tests/process/every-load-crash.test.ts',
  'tests/model/views.test.ts',
  'tests/recomputation/recomputation.test.ts',
  'packages/media/corpus/fuzz.test.ts',
  'packages/media/segments/read-mp4.test.ts',
]

await runProgram(async () => {
  checkNode()
  stopCommandsOnSignal()
  await installPackages(root)
  await installTools()
  const { code } = await runCommand(
    path.join(root, 'node_modules/.bin/vitest'),
    ['run', '--project', 'server', ...files],
    { cwd: root, env: { ...process.env, ...numbers } },
  )
  if (code !== 0) process.exit(1)
})
