import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(path.join(tmpdir(), 'summary-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The value of an expression over the two modules. */
function evaluate(expression: string) {
  const modules = ['measure-files', 'summary'].map(
    (name) =>
      `import * as ${name.split('-')[0]} from ${JSON.stringify(`${import.meta.dirname}/${name}.mjs`)};`,
  )
  const script = `${modules.join(' ')} console.log(JSON.stringify(${expression}))`
  const args = ['--input-type=module', '--eval', script]
  return JSON.parse(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout) as unknown
}

function written(name: string, report: object) {
  const file = path.join(folder, name)
  writeFileSync(file, JSON.stringify(report))
  return JSON.stringify(file)
}

const summaryOf = (run: object) =>
  evaluate(
    `summary.summarize(${JSON.stringify({ steps: [], totalSeconds: 0, files: [], retries: [], sizes: [], left: [], ...run })})`,
  ) as string[]

test('the time of a file of Vitest is that of its import and its tests', () => {
  const retries = [{ title: 'tests/a.test.ts › waits', tries: 1 }]
  const files = [{ file: 'tests/a.test.ts', importMs: 1500, testMs: 2500 }]
  const report = written('vitest.json', { files, retries, sizes: ['kills 3'] })
  expect(evaluate(`measure.measureVitest(${report})`)).toEqual({
    files: [{ file: 'tests/a.test.ts', seconds: 4, importSeconds: 1.5 }],
    retries,
    sizes: ['kills 3'],
  })
})

test('second tries of Playwright are named with file and title, and all tries cost time', () => {
  const ran = (...durations: number[]) => ({
    results: durations.map((duration, retry) => ({
      duration,
      retry,
      ...(retry < durations.length - 1 && { error: { message: 'no such button' } }),
      stdout: [{ text: 'how many: looks 4\n' }, { text: 'how many: thirds 3\n' }],
    })),
  })
  const file = 'features/team.e2e.ts'
  const report = written('playwright.json', {
    config: { rootDir: folder },
    suites: [
      {
        title: file,
        specs: [{ title: 'invites', file, tests: [ran(2000)] }],
        suites: [{ title: 'admins', specs: [{ title: 'remove', file, tests: [ran(3000, 1000)] }] }],
      },
    ],
  })
  expect(evaluate(`measure.measurePlaywright(${report}, ${JSON.stringify(folder)})`)).toEqual({
    files: [{ file, seconds: 6 }],
    retries: [{ title: `${file} › admins › remove`, tries: 1, reason: 'no such button' }],
    sizes: ['looks 4', 'thirds 3'],
  })
})

test('a run that broke before its report was written has nothing to say', () => {
  expect(evaluate('measure.measureVitest("/nowhere")')).toEqual({
    files: [],
    retries: [],
    sizes: [],
  })
})

test('three second tries are named, a fourth fails the run', () => {
  const retries = (...tries: number[]) =>
    tries.map((own, at) => ({ title: `a › ${at}`, tries: own }))
  const isFailing = (...tries: number[]) =>
    evaluate(`summary.hasTooManyRetries({ retries: ${JSON.stringify(retries(...tries))} })`)
  expect(isFailing(1, 1, 1)).toBe(false)
  expect(isFailing(1, 1, 1, 1)).toBe(true)
  expect(isFailing(2, 2)).toBe(true)
  expect(summaryOf({ retries: retries(1, 1, 1) })).toContain('second try: a › 2')
  expect(summaryOf({ retries: retries(1, 3) }).join('\n')).toContain('a › 1 (3)\n4 second tries')
})

test('a second try is named with what the first one said, in one line', () => {
  const reason = '\u001b[31mError:\u001b[39m it was\n  not there'
  expect(summaryOf({ retries: [{ title: 'a › b', tries: 1, reason }] })).toContain(
    '  because: Error: it was not there',
  )
})

test('a summary names the five slowest files, each step and the whole run', () => {
  const files = [3, 9, 1, 7, 5, 8].map((seconds) => ({ file: `${seconds}.test.ts`, seconds }))
  const steps = [
    { name: 'lint', isGreen: false, seconds: 12.34 },
    { name: 'unit', isGreen: true, seconds: 600 },
  ]
  expect(summaryOf({ files, steps, totalSeconds: 601, sizes: ['seeds 50', 'kills 3'] })).toEqual([
    '── summary',
    'loops: kills 3, seeds 50',
    ...[9, 8, 7, 5, 3].map((seconds) => `slow: ${seconds}.test.ts, ${seconds}.0 s`),
    'FAILED: lint, 12.3 s',
    'ok: unit, 600.0 s',
    'whole run: 601.0 s, 1 of 2 steps failed',
  ])
})

test('a summary names the files that there was no time for', () => {
  expect(summaryOf({ left: ['a.test.ts', 'b.e2e.ts'] })).toContain(
    'left out, since the time was over: 2 files: a.test.ts, b.e2e.ts',
  )
})
