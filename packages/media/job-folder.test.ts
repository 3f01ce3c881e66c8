import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearJobFolders, linkIntoFolder, makeJobFolder, withJobFolder } from './job-folder.ts'

let data = ''
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'playhead-jobs-'))
})
afterAll(() => rm(data, { recursive: true, force: true }))

test('work has its own folder, which is gone afterwards even when it fails', async () => {
  let seen = ''
  const work = withJobFolder(data, async (folder) => {
    seen = folder
    await writeFile(join(folder, 'half'), 'x')
    throw new Error('broken')
  })
  await expect(work).rejects.toThrow('broken')
  expect(seen.startsWith(join(data, 'work'))).toBe(true)
  expect(existsSync(seen)).toBe(false)
})

test('a file is in the folder without a copy of it, and stays when the folder goes', async () => {
  const file = join(data, 'film')
  await writeFile(file, 'frames')
  const folder = await makeJobFolder(data)
  expect(await linkIntoFolder(folder, file)).toBe('source')
  expect((await stat(join(folder, 'source'))).ino).toBe((await stat(file)).ino)
  await clearJobFolders(data)
  expect(existsSync(folder)).toBe(false)
  expect(await readFile(file, 'utf8')).toBe('frames')
})
