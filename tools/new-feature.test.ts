import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { house, makeCopy, patienceMs, readRecipe } from './testing-copy.ts'

const { copy, run, runGreen } = await makeCopy()

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

// That it runs as it is, with its tests, is tested in the long run.
test('the first command of the recipe makes a new feature', { timeout: patienceMs }, async () => {
  const [command] = readRecipe().commands
  expect(command).toBe('npm run new-feature account/notes')
  await runGreen(command!)
})

test('a new feature has the shape of the template', () => {
  const generated = filesIn(path.join(copy, 'features/account/notes'))
  const written = generated.map((file) => file.replace(/\bnote(?=s?\b)/, 'signing-key'))
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
  const others = after.filter((line) => !added.includes(line))
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
