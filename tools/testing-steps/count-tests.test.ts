import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(path.join(tmpdir(), 'count-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function count(tool: 'countVitest' | 'countPlaywright', report: object | string, isGreen: boolean) {
  const file = path.join(folder, 'report.json')
  writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report))
  const module = path.join(import.meta.dirname, 'count-tests.mjs')
  const script = `import { ${tool} } from ${JSON.stringify(module)}; console.log(JSON.stringify(${tool}(process.argv[1], ${isGreen})))`
  const args = ['--input-type=module', '--eval', script, file]
  return JSON.parse(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout) as unknown
}

test('passed and failed tests come from the report of the runner', () => {
  const vitest = { numPassedTests: 7, numFailedTests: 2 }
  expect(count('countVitest', vitest, false)).toEqual({ passed: 7, failed: 2 })
  const playwright = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 3 } }
  expect(count('countPlaywright', playwright, false)).toEqual({ passed: 6, failed: 1 })
})

test('a run that broke counts as a failure even if no test failed', () => {
  const report = { numPassedTests: 7, numFailedTests: 0 }
  expect(count('countVitest', report, false)).toEqual({ passed: 7, failed: 1 })
  expect(count('countVitest', 'not json', true)).toEqual({ passed: 0, failed: 1 })
})
