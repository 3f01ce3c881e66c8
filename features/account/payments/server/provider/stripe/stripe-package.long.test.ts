import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../../../../..')
const modes = ['showback', 'invoice', 'test', 'stripe']

/** What a program said that opened the provider of each mode. */
const runProgram = async ({ isMissing }: { isMissing: boolean }) => {
  const preloaded = ['tsx', join(root, 'packages/testing/watch-package.mjs')]
  const script = join(import.meta.dirname, 'testing-provider-program.ts')
  const { stderr } = await run(
    process.execPath,
    [...preloaded.flatMap((file) => ['--import', file]), script, ...modes],
    {
      cwd: root,
      env: {
        ...process.env,
        PLAYHEAD_TEST_PACKAGE: 'stripe',
        PLAYHEAD_TEST_PACKAGE_MISSING: isMissing ? '1' : '0',
      },
    },
  )
  // One import resolves the name more than once.
  return [...new Set(stderr.trim().split('\n'))]
}

test('the package stripe is loaded in its mode alone', { timeout: 120_000 }, async () => {
  expect(await runProgram({ isMissing: false })).toEqual([
    'payments imported',
    'showback: none',
    'invoice: none',
    'test: test',
    'loaded stripe',
    'stripe: stripe',
  ])
})

test('without the package, its mode alone is refused, in words', { timeout: 120_000 }, async () => {
  expect(await runProgram({ isMissing: true })).toEqual([
    'payments imported',
    'showback: none',
    'invoice: none',
    'test: test',
    'stripe: PackageMissing: PLAYHEAD_BILLING=stripe needs the optional package stripe, which is not installed: run npm ci --include=optional.',
  ])
})
