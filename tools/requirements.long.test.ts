import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const roots: string[] = []

afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true })
})

// The ids are composed here, so that this file itself contains no requirement id.
const id = (number: number) => `SHELL-${String(number).padStart(3, '0')}`

type Reports = (root: string) => Record<string, string>

function requirements(
  document: string,
  tests: Record<string, string> = {},
  args: string[] = [],
  reports: Reports = () => ({}),
) {
  const root = mkdtempSync(path.join(tmpdir(), 'requirements-'))
  roots.push(root)
  const files = { ...tests, ...reports(root), 'docs/requirements.md': document }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  const tool = path.join(import.meta.dirname, 'requirements.mjs')
  return spawnSync(process.execPath, [tool, '--root', root, ...args], { encoding: 'utf8' })
}

const startedAt = Date.now() + 60_000

/** In the format of Vitest. */
const unitReport = (root: string, file: string, tests: Record<string, string>, status = 'passed') =>
  JSON.stringify({
    startTime: startedAt,
    testResults: [
      {
        name: path.join(root, file),
        status,
        assertionResults: Object.entries(tests).map(([fullName, of]) => ({ fullName, status: of })),
      },
    ],
  })

/** In the format of Playwright. */
const browserReport = (root: string, file: string, tests: Record<string, object>) =>
  JSON.stringify({
    config: { rootDir: root },
    stats: { startTime: new Date(startedAt).toISOString() },
    suites: [
      {
        title: file,
        file,
        suites: [
          {
            title: 'the shell',
            file,
            specs: Object.entries(tests).map(([title, test]) => ({ title, file, tests: [test] })),
          },
        ],
      },
    ],
  })

const heading = '## SHELL: the shell\n\n'
const line = (number: number) => `- **${id(number)}** Screen ${number} opens.\n`

const shellTest = 'tests/shell.test.ts'
const journey = 'tests/shell.e2e.ts'
const named = (...numbers: number[]) =>
  numbers.map((number) => `test('${id(number)} opens', () => {})\n`).join('')
const unit =
  (tests: Record<string, string>, status?: string): Reports =>
  (root) => ({ 'build/test-reports/vitest.json': unitReport(root, shellTest, tests, status) })
const browser =
  (tests: Record<string, object>): Reports =>
  (root) => ({ 'build/test-reports/playwright.json': browserReport(root, journey, tests) })
const rowOf = (stdout: string) => stdout.split('\n')[0]

test('a line counts once a test that names it ran and passed, in either suite', () => {
  const tests = {
    [shellTest]: `// ${id(3)} in a comment names nothing\n${named(1, 2)}`,
    [journey]: named(4),
  }
  const document = heading + [1, 2, 3, 4].map(line).join('')
  const reports: Reports = (root) => ({
    ...unit({ [`the shell ${id(1)} opens`]: 'passed', [`${id(2)} opens`]: 'failed' })(root),
    ...browser({ [`${id(4)} opens`]: { status: 'flaky', expectedStatus: 'passed' } })(root),
  })
  const { stdout, status } = requirements(document, tests, [], reports)
  expect(status).toBe(0)
  expect(rowOf(stdout)).toBe('SHELL     4 lines    2 proven    1 only named    1 missing   50%')
})

test('without reports nothing is proven, and the output says so without failing', () => {
  const { stdout, status } = requirements(heading + line(1), { [shellTest]: named(1) })
  expect(status).toBe(0)
  expect(rowOf(stdout)).toBe('SHELL     1 lines    0 proven    1 only named    0 missing    0%')
  expect(stdout).toContain('Nothing is proven on this machine yet')
})

test('with one report the output names the tests that have not run', () => {
  const reports = unit({ [`${id(1)} opens`]: 'passed' })
  const { stdout } = requirements(heading + line(1), { [shellTest]: named(1) }, [], reports)
  expect(stdout).toContain('The browser tests have not run here, so what they prove is missing.')
})

test('a line that one test proves and another contradicts does not count', () => {
  const reports = unit({ [`${id(1)} opens`]: 'passed', [`${id(1)} opens again`]: 'failed' })
  const { stdout } = requirements(heading + line(1), { [shellTest]: named(1) }, [], reports)
  expect(stdout).toContain('0 proven    1 only named')
})

test('a test file changed since its run is named and does not count', () => {
  const reports: Reports = (root) => ({
    'build/test-reports/vitest.json': unitReport(root, shellTest, {
      [`${id(1)} opens`]: 'passed',
    }).replace(String(startedAt), String(Date.now() - 60_000)),
  })
  const { stdout } = requirements(heading + line(1), { [shellTest]: named(1) }, [], reports)
  expect(stdout).toContain('0 proven    1 only named')
  expect(stdout).toContain(`Changed since they ran here, and not counted: ${shellTest}`)
})

test('a test of the browser that is expected to fail proves nothing', () => {
  const reports = browser({ [`${id(1)} opens`]: { status: 'expected', expectedStatus: 'failed' } })
  const { stdout } = requirements(heading + line(1), { [journey]: named(1) }, [], reports)
  expect(stdout).toContain('0 proven    1 only named')
})

test.each([
  ['test.skip', `test.skip('${id(1)} opens', () => {})`],
  ['describe.skip', `describe.skip('all', () => { ${named(1)} })`],
  ['test.todo', `test.todo('${id(1)} opens')`],
  ['test.runIf', `test.runIf(isLongRun())('${id(1)} opens', () => {})`],
  ['test.skipIf', `test.skipIf(isRoot)('${id(1)} opens', () => {})`],
  ['test.skip.each', `test.skip.each([1])('${id(1)} opens %s', () => {})`],
  ['test.fails', `test.fails('${id(1)} opens', () => {})`],
])('a line that %s names fails the check, before anything ran', (_, source) => {
  const { status, stderr } = requirements(heading + line(1), { [shellTest]: source })
  expect(status).toBe(1)
  expect(stderr).toBe(`${shellTest} names ${id(1)} in a test that is switched off\n`)
})

test.each([
  ['unit', shellTest, unit({ [`${id(1)} opens`]: 'pending' })],
  [
    'browser',
    journey,
    browser({ [`${id(1)} opens`]: { status: 'skipped', annotations: [{ type: 'skip' }] } }),
  ],
])('a line that a skipped test of the %s suite names fails the check', (_, file, reports) => {
  const { status, stderr } = requirements(heading + line(1), { [file]: named(1) }, [], reports)
  expect(status).toBe(1)
  expect(stderr).toBe(`${file} names ${id(1)} in a test that was skipped when it ran here\n`)
})

test.each([
  ['unit', shellTest, unit({ [`${id(1)} opens`]: 'pending' }, 'failed')],
  ['browser', journey, browser({ [`${id(1)} opens`]: { status: 'skipped' } })],
])('what a failure kept from running in the %s suite is only unproven', (_, file, reports) => {
  const { status, stdout } = requirements(heading + line(1), { [file]: named(1) }, [], reports)
  expect(status).toBe(0)
  expect(stdout).toContain('0 proven    1 only named')
})

test('--missing lists the lines that no test names, and those that did not pass here', () => {
  const tests = { [shellTest]: `test.each([['${id(1)}', 1]])('%s', () => {})\n${named(3)}` }
  const document = heading + line(1) + line(2) + line(3)
  const before = requirements(document, tests, ['--missing', 'shell'])
  expect(before.stdout).toBe(`${id(2)}  Screen 2 opens.\n`)
  const reports = unit({ [id(1)]: 'passed', [`${id(3)} opens`]: 'failed' })
  const { stdout } = requirements(document, tests, ['--missing', 'shell'], reports)
  expect(stdout).toBe(
    `${id(2)}  Screen 2 opens.\n${id(3)}  (named, not proven here) Screen 3 opens.\n`,
  )
})

test('--check prints one line while nothing is wrong, and refuses what the list refuses', () => {
  const tests = { [shellTest]: named(1) }
  const { status, stdout } = requirements(heading + line(1) + line(2), tests, ['--check'])
  expect(status).toBe(0)
  expect(stdout).toBe('Tests name 1 of 2 requirements; all of them exist.\n')
  const unknown = requirements(heading + line(2), tests, ['--check'])
  expect(unknown.status).toBe(1)
  expect(unknown.stderr).toContain(`${shellTest} names ${id(1)}`)
})

test('a test that names a line which does not exist fails the check', () => {
  const { status, stderr } = requirements(heading + line(1), {
    'features/account/team/web/a.test.tsx': `test('${id(9)} closes', () => {})\n`,
  })
  expect(status).toBe(1)
  expect(stderr).toBe(
    `features/account/team/web/a.test.tsx names ${id(9)}, which docs/requirements.md does not have\n`,
  )
})

test.each([
  [
    'the same id twice',
    heading + line(1) + line(1),
    `docs/requirements.md:4: ${id(1)} is there twice`,
  ],
  [
    'a line below another heading',
    `## AUTH: sign-in\n\n${line(1)}`,
    `docs/requirements.md:3: ${id(1)} stands below AUTH`,
  ],
  [
    'a line without an id',
    `${heading}- Screen 1 opens.\n`,
    'docs/requirements.md:3: a line reads "- **PREFIX-001** sentence"',
  ],
  ['no line at all', heading, 'docs/requirements.md holds no requirement'],
])('%s fails the check', (_, document, sentence) => {
  const { status, stderr } = requirements(document)
  expect(status).toBe(1)
  expect(stderr).toBe(`${sentence}\n`)
})
