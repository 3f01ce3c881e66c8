import { execFileSync } from 'node:child_process'
import { mkdir, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { backupCommand } from '../backup-command.ts'
import { restoreCommand } from '../restore-command.ts'
import {
  startEmptyServer,
  listFilesBelow,
  makeMediaWorld,
  readStoredContents,
  makeFolder,
} from './testing-media.ts'

const clickhouse = await makeTestClickHouse()
const folder = await makeFolder()
const source = await makeMediaWorld(clickhouse)
await source.asset({ source: Buffer.alloc(70_000, 'media') })
const { app } = await startEmptyServer(clickhouse)

const endless = {
  'a link to a device that never ends': (path: string) => symlink('/dev/zero', path),
  'a pipe that nobody writes to': async (path: string) => void execFileSync('mkfifo', [path]),
}

const instead = async (name: string, isMeant: (name: string) => boolean, put: string) => {
  const home = join(folder, name)
  await mkdir(home)
  const from = join(home, 'saved')
  await backupCommand.run(source.app, { to: from })
  const found = (await listFilesBelow(home)).find((file) => isMeant(file.name))!
  const kept = join(home, 'kept')
  await rename(found.path, kept)
  await endless[put as keyof typeof endless](found.path)
  const mend = async () => {
    await rm(found.path)
    await rename(kept, found.path)
  }
  return { from, mend }
}

test.each(Object.keys(endless))('%s in place of a media file is refused', async (put) => {
  const isObject = (name: string) => /^[\da-f]{64}$/.test(name)
  const { from, mend } = await instead(`object ${put}`, isObject, put)
  await expect(restoreCommand.run(app, { from })).rejects.toThrow('was altered')
  await mend()
  expect(await readStoredContents(app)).toEqual({})
})

test.each(Object.keys(endless))('%s in place of the description is refused', async (put) => {
  const isDescription = (name: string) => name === 'playhead-media.json'
  const { from, mend } = await instead(`description ${put}`, isDescription, put)
  await expect(restoreCommand.run(app, { from })).rejects.toThrow('does not describe a folder')
  await mend()
  expect(await readStoredContents(app)).toEqual({})
})
