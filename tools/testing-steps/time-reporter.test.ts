import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'reporter-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fixture = `import { describe, expect, test } from 'vitest'
console.log('how many: kills 3')
let tries = 0
describe('a group', () => {
  test('steady', () => {})
  test('flaky', () => expect((tries += 1)).toBe(2))
})
let more = 0
test('very flaky', () => expect((more += 1)).toBe(3))
`

test('a test that passes only after retries is named with their number', () => {
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  writeFileSync(path.join(folder, 'flaky.test.ts'), fixture)
  const times = path.join(folder, 'times.json')
  const args = ['run', '--root', folder, '--retry', '2', '--reporter']
  const reporter = path.join(import.meta.dirname, 'time-reporter.mjs')
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/vitest/vitest.mjs'), ...args, reporter],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, PLAYHEAD_TEST_TIMES: times } },
  )
  expect(status, stderr).toBe(0)
  expect(JSON.parse(readFileSync(times, 'utf8'))).toEqual({
    files: [{ file: 'flaky.test.ts', importMs: expect.any(Number), testMs: expect.any(Number) }],
    retries: [
      {
        title: 'flaky.test.ts › a group > flaky',
        tries: 1,
        reason: expect.stringContaining('expected 1 to be'),
      },
      {
        title: 'flaky.test.ts › very flaky',
        tries: 2,
        reason: expect.stringContaining('expected 1 to be'),
      },
    ],
    sizes: ['kills 3'],
  })
})
