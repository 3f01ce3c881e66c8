import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const roots: string[] = []

afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true })
})

// The numbers are joined here, so that this file itself names no requirement.
const id = (number: number) => `SHELL-${String(number).padStart(3, '0')}`

function requirements(document: string, tests: Record<string, string> = {}, args: string[] = []) {
  const root = mkdtempSync(path.join(tmpdir(), 'requirements-'))
  roots.push(root)
  for (const [file, text] of Object.entries({ ...tests, 'docs/requirements.md': document })) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  const tool = path.join(import.meta.dirname, 'requirements.mjs')
  return spawnSync(process.execPath, [tool, '--root', root, ...args], { encoding: 'utf8' })
}

const heading = '## SHELL: the shell\n\n'
const line = (number: number) => `- **${id(number)}** Screen ${number} opens.\n`

test('lines are counted per prefix, with those that a test names', () => {
  const { stdout, status } = requirements(heading + line(1) + line(2), {
    'tests/shell.test.ts': `// ${id(2)} in a comment proves nothing\ntest('${id(1)} opens', () => {})\n`,
  })
  expect(status).toBe(0)
  expect(stdout.split('\n')[0]).toBe('SHELL     2 lines    1 named by a test    1 missing   50%')
})

test('--missing lists the lines that no test names', () => {
  const tests = { 'tests/a.e2e.ts': `test.each([['${id(1)}', 1]])('%s', () => {})\n` }
  const { stdout } = requirements(heading + line(1) + line(2), tests, ['--missing', 'shell'])
  expect(stdout).toBe(`${id(2)}  Screen 2 opens.\n`)
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
