import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeCopy, patienceMs, readRecipe } from './testing-copy.ts'
import { makeLongerNotes } from './testing-longer-notes.ts'

const { copy, runGreen } = await makeCopy()

test('the recipe of CONTRIBUTING ends green', { timeout: patienceMs }, async () => {
  const { commands, files } = readRecipe()
  expect(commands.length).toBeGreaterThan(1)
  await runGreen(commands[0]!)
  // As it is, before anyone writes a line.
  await runGreen('npx vitest run features/account/notes')
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
