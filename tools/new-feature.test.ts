import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const house = path.join(import.meta.dirname, '..')
const root = mkdtempSync(path.join(tmpdir(), 'new-feature-'))

const registry = (part: 'server' | 'screens', suffix: string) =>
  `
import { aboutX } from '@playhead/features/account/about/PART'
import { teamX } from '@playhead/features/account/team/PART'

/** One line a feature, sorted. */
export const features: unknown[] = [aboutX, teamX]
`
    .trimStart()
    .replaceAll('PART', part)
    .replaceAll('X', suffix)

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}

const run = (...args: string[]) =>
  spawnSync(
    process.execPath,
    [path.join(house, 'tools/new-feature.mjs'), ...args, '--root', root],
    {
      encoding: 'utf8',
    },
  )

beforeAll(() => {
  write('apps/server/features.ts', registry('server', 'Server'))
  write('apps/dashboard/features.ts', registry('screens', 'Web'))
  symlinkSync(path.join(house, 'node_modules'), path.join(root, 'node_modules'))
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

test('a feature gets its folder, its table and its two lines, in order', () => {
  const { status, stdout } = run('account/dated-notes')
  expect(status).toBe(0)
  for (const file of ['contract.ts', 'server/routes.ts', 'server/dated-notes.sql.ts'])
    expect(stdout).toContain(`features/account/dated-notes/${file}\n`)
  const written = (stdout.split('\n\n')[0] ?? '').split('\n')
  for (const file of written) expect(existsSync(path.join(root, file)), file).toBe(true)
  expect(readdirSync(path.join(root, 'database/postgres'))).toEqual([
    expect.stringMatching(/^\d{8}_\d{4}_dated_notes\.sql$/),
  ])
  expect(readFileSync(path.join(root, 'apps/dashboard/features.ts'), 'utf8')).toBe(
    `
import { aboutWeb } from '@playhead/features/account/about/screens'
import { datedNotesWeb } from '@playhead/features/account/dated-notes/screens'
import { teamWeb } from '@playhead/features/account/team/screens'

/** One line a feature, sorted. */
export const features: unknown[] = [
  aboutWeb,
  datedNotesWeb,
  teamWeb,
]
`.trimStart(),
  )
})

test.each(['shared', 'server', 'web'])('the new files fit the kits: tsconfig.%s', (name) => {
  const settings = JSON.parse(readFileSync(path.join(house, `tsconfig.${name}.json`), 'utf8')) as {
    compilerOptions: object
  }
  const include = { shared: ['contract.ts'], server: ['server'], web: ['web'] }[name] ?? []
  write(
    `tsconfig.${name}.json`,
    JSON.stringify({
      extends: path.join(house, 'tsconfig.base.json'),
      compilerOptions: settings.compilerOptions,
      include: include.map((part) => `features/account/dated-notes/${part}`),
    }),
  )
  const compiler = path.join(house, 'node_modules/.bin/tsc')
  const { stdout } = spawnSync(compiler, ['-p', `tsconfig.${name}.json`], {
    cwd: root,
    encoding: 'utf8',
  })
  const complaints = stdout.split('\n').filter((line) => line.startsWith('features/'))
  expect(complaints).toEqual([])
  expect(stdout).not.toContain('No inputs were found')
})

test.each([
  ['a name that is taken', 'account/dated-notes', 'features/account/dated-notes exists already.\n'],
  [
    'a name that another area uses',
    'data/team',
    'apps/server/features.ts has a feature teamServer already; choose another name.\n',
  ],
  [
    'a name without its area',
    'notes',
    'Usage: npm run new-feature area/name, for example account/dated-notes\n',
  ],
  [
    'a name in capitals',
    'account/Notes',
    'Usage: npm run new-feature area/name, for example account/dated-notes\n',
  ],
])('%s is refused and nothing is written', (_, name, sentence) => {
  const { status, stderr, stdout } = run(name)
  expect({ status, stderr, stdout }).toEqual({ status: 1, stderr: sentence, stdout: '' })
})
