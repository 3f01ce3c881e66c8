import { execFile } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLongerNotes } from './testing-longer-notes.ts'

const house = path.join(import.meta.dirname, '..')
const copy = mkdtempSync(path.join(tmpdir(), 'new-feature-'))
/** Generous, for slow machines: the test does not measure time. */
const patienceMs = 1_200_000

const isOfTheTree = (file: string) =>
  !['node_modules', '.git', 'build', 'data', 'test-results', 'playwright-report'].includes(
    path.relative(house, file),
  )

/** Links packages, but points those of this repository into the copy. */
const linkModules = () => {
  const [from, to] = [path.join(house, 'node_modules'), path.join(copy, 'node_modules')]
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.name === '@playhead')
      cpSync(source, target, { recursive: true, verbatimSymlinks: true })
    else if (entry.isFile()) copyFileSync(source, target)
    else symlinkSync(source, target)
  }
}

/** The environment of a new contributor's terminal, without variables of this test run. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|TEST$|NODE_ENV$|MODE$|DEV$|PROD$|SSR$|BASE_URL$)/.test(name),
  ),
)

const run = (command: string) =>
  new Promise<{ status: number; output: string; complaint: string }>((resolve) => {
    execFile(
      'sh',
      ['-c', command],
      { cwd: copy, env: environment, maxBuffer: 64 * 1024 * 1024 },
      (error, output, complaint) =>
        resolve({ status: error ? Number(error.code ?? 1) : 0, output, complaint }),
    )
  })

const runGreen = async (command: string) => {
  const { status, output, complaint } = await run(command)
  expect(status, `${command}\n${output}\n${complaint}`).toBe(0)
}

const recipe = () => {
  const guide = readFileSync(path.join(house, 'CONTRIBUTING.md'), 'utf8')
  const section = /^## Add a feature in 20 minutes\n([\s\S]*?)^## /m.exec(guide)?.[1] ?? ''
  return {
    commands: [...section.matchAll(/^ *```\n([\s\S]*?)^ *```$/gm)].map(([, block]) =>
      block!.trim(),
    ),
    files: [...section.matchAll(/`((?:contract|server\/|web\/)[^`]*)`/g)].map(([, file]) => file!),
  }
}

let notesAsGenerated: string[] = []

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))

/** Signing keys can also be retrieved, removed and used to verify tokens. */
const onlyInTemplate = [
  'server/make-key-pair.ts',
  'server/public-keys.ts',
  'server/read-signed-claims.ts',
  'server/record-signing-key-change.ts',
  'server/remove-signing-key.ts',
  'server/retrieve-signing-key.ts',
  'web/private-key.tsx',
  'web/remove-signing-key-dialog.tsx',
  'web/signing-keys-card.tsx',
]

const lines = (file: string, root: string) =>
  readFileSync(path.join(root, file), 'utf8').split('\n')

beforeAll(async () => {
  await cp(house, copy, { recursive: true, filter: isOfTheTree })
  linkModules()
}, patienceMs)

afterAll(() => rm(copy, { recursive: true, force: true }), patienceMs)

test('the recipe of CONTRIBUTING ends green', { timeout: patienceMs }, async () => {
  const { commands, files } = recipe()
  expect(commands[0]).toBe('npm run new-feature account/notes')
  expect(commands.length).toBeGreaterThan(1)
  await runGreen(commands[0]!)
  notesAsGenerated = filesIn(path.join(copy, 'features/account/notes'))
  const migrations = readdirSync(path.join(copy, 'database/postgres'))
  const migration = migrations.find((name) => /^\d+_\d+_notes\.sql$/.test(name))
  makeLongerNotes(copy, `database/postgres/${migration}`)
  // Stays as generated, so that its list is one that the sweep has to fill.
  await runGreen('npm run new-feature video/bookmarks')
  for (const command of commands.slice(1)) await runGreen(command)
  expect(files.length).toBeGreaterThan(3)
  for (const file of files)
    expect(existsSync(path.join(copy, 'features/account/notes', file)), file).toBe(true)
})

test('a new feature has the shape of the template', () => {
  const written = notesAsGenerated.map((file) => file.replace(/\bnote(?=s?\b)/, 'signing-key'))
  const template = filesIn(path.join(house, 'features/system/signing-keys'))
  expect([...written, ...onlyInTemplate].toSorted()).toEqual(template.toSorted())
})

test.each([
  ['apps/server/features.ts', 'notesServer'],
  ['apps/dashboard/features.ts', 'notesWeb'],
])('%s gets two lines and keeps the others where they were', (file, name) => {
  const after = lines(file, copy)
  const added = after.filter((line) => line.includes(name))
  expect(added).toEqual([expect.stringMatching(/^import \{ /), `  ${name},`])
  const others = after.filter((line) => !added.includes(line) && !line.includes('bookmarks'))
  expect(others).toEqual(lines(file, house))
})

test.each([
  ['a name that is taken', 'account/notes', 'features/account/notes exists already.\n'],
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
])('%s is refused and nothing is written', async (_, name, sentence) => {
  expect(await run(`node tools/new-feature.mjs ${name}`)).toEqual({
    status: 1,
    output: '',
    complaint: sentence,
  })
})
