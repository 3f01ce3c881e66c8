import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { doctorServer } from '@playhead/features/operations/doctor/server'
import { assetsServer } from '@playhead/features/video/assets/server'
import { storageCheckServer } from '@playhead/features/video/storage-check/server'
import type { App } from '@playhead/server-kit/app.ts'
import { someOf } from '@playhead/testing/how-many.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { startObjectStorage } from '@playhead/testing/media/object-storage.ts'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { backupCommand } from '../backup-command.ts'
import { restoreCommand } from '../restore-command.ts'
import { makeForgedFile, readLines } from '../testing-backups.ts'
import {
  startEmptyServer,
  listFilesBelow,
  aSetOfContents,
  makeMediaWorld,
  makePassphraseFile,
  readStoredContents,
  makeFolder,
} from './testing-media.ts'

const clickhouse = await makeTestClickHouse()
const bucket = await startObjectStorage()
const folder = await makeFolder()
const passphrase = await makePassphraseFile(folder, 'correct horse battery staple\n')

const inBucket = (prefix: string) => ({
  S3_ENDPOINT: bucket.endpoint,
  S3_BUCKET: bucket.bucket,
  S3_ACCESS_KEY_ID: bucket.accessKeyId,
  S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  S3_PREFIX: prefix,
})

const newFolder = async (name: string) => {
  const made = join(folder, name)
  await mkdir(made)
  return made
}

const mediaCheck = async (app: App) => {
  const { checks } = (await doctorServer.commands[0]!.run(app, {})) as {
    checks: { name: string; status: string; detail: string }[]
  }
  return checks.find(({ name }) => name === 'Media')
}

const ways = [
  { kind: 'a folder into a folder', from: {}, into: {}, sealed: false },
  { kind: 'a folder into a bucket, encrypted', from: {}, into: inBucket('into'), sealed: true },
  { kind: 'a bucket into a folder', from: inBucket('from'), into: {}, sealed: false },
]

describe.each(someOf('ways-of-media', ways, 2))(
  'media of $kind',
  ({ kind, from, into, sealed }) => {
    test('come back byte for byte, and are well', async () => {
      const source = await makeMediaWorld(clickhouse, from)
      await source.asset(aSetOfContents())
      await source.asset(aSetOfContents())
      const before = await readStoredContents(source.app)
      const to = join(await newFolder(kind), 'saved')
      const seal = sealed ? { passphrase_file: passphrase } : {}
      const answer = await backupCommand.run(source.app, { to, ...seal })
      expect(answer).toMatchObject({
        media: { folder: 'playhead-media', assets: 2, files: 10 },
      })
      expect('warning' in answer).toBe(!sealed)
      const { app: server } = await startEmptyServer(clickhouse, into)
      expect(await restoreCommand.run(server, { from: to, ...seal })).toMatchObject({
        media: '10 files of 2 assets.',
        counts: { media: 10 },
      })
      expect(await readStoredContents(server)).toEqual(before)
      expect(Object.keys(before)).toHaveLength(10)
      expect(await mediaCheck(server)).toMatchObject({
        status: 'ok',
        detail: expect.stringContaining('10 media files of'),
      })
    })
  },
)

describe('the folder of media', async () => {
  const source = await makeMediaWorld(clickhouse)
  const home = await newFolder('home')
  const contents = aSetOfContents()
  await source.asset(contents)

  test('is closed to others, and holds each content once under its checksum', async () => {
    await source.asset({ copy: contents.source })
    await backupCommand.run(source.app, { to: join(home, 'one') })
    const objects = (await listFilesBelow(home)).filter(({ name }) => /^[\da-f]{64}$/.test(name))
    expect(objects).toHaveLength(Object.keys(contents).length)
    for (const { name, content } of objects)
      expect(createHash('sha256').update(content).digest('hex')).toBe(name)
    expect((await listFilesBelow(home)).map(({ mode }) => mode)).toEqual(
      (await listFilesBelow(home)).map(() => 0o600),
    )
  })

  test('takes only what is new from the next backup, which can be restored without the first', async () => {
    await source.asset({ source: randomBytes(5_000) })
    const answer = await backupCommand.run(source.app, { to: join(home, 'two') })
    expect(answer).toMatchObject({ media: { files: 7, copied_files: 1, copied_bytes: 5_000 } })
    await rm(join(home, 'one'))
    const moved = join(folder, 'moved')
    await rename(home, moved)
    const { app: server } = await startEmptyServer(clickhouse)
    await restoreCommand.run(server, { from: join(moved, 'two') })
    expect(await readStoredContents(server)).toEqual(await readStoredContents(source.app))
  })

  test('shows by its file times what is no longer needed', async () => {
    const aged = await newFolder('aged')
    const old = await makeMediaWorld(clickhouse)
    const kept = await old.asset({ source: Buffer.from('kept') })
    const gone = await old.asset({ source: Buffer.from('gone') })
    await backupCommand.run(old.app, { to: join(aged, 'one') })
    await setColumn(old.database, 'assets', 'status', 'deleted', { id: gone.id })
    await backupCommand.run(old.app, { to: join(aged, 'two') })
    const begun = (await stat(join(aged, 'two'))).mtimeMs
    const objects = await listFilesBelow(join(aged, 'playhead-media'))
    const timesOf = async (content: string) =>
      (await stat(objects.find((one) => one.content.equals(Buffer.from(content)))!.path)).mtimeMs
    expect(await timesOf('gone')).toBeLessThan(begun)
    expect(await timesOf('kept')).toBeGreaterThanOrEqual(begun)
    const { app: server } = await startEmptyServer(clickhouse)
    await restoreCommand.run(server, { from: join(aged, 'two') })
    expect(Object.keys(await readStoredContents(server))).toEqual([kept.keys['source']])
  })

  test('is not made where its place is missing', async () => {
    const nowhere = join(folder, 'missing/saved')
    await expect(backupCommand.run(source.app, { to: nowhere })).rejects.toThrow(
      `The backup ${nowhere} cannot be written (ENOENT).`,
    )
  })

  test('says nothing of what it holds to who lacks the passphrase', async () => {
    const shut = await newFolder('shut')
    await backupCommand.run(source.app, {
      to: join(shut, 'sealed'),
      passphrase_file: passphrase,
    })
    for (const { name, content } of await listFilesBelow(shut)) {
      expect(content.includes('nobody else should read')).toBe(false)
      for (const one of Object.values(contents))
        expect(name).not.toBe(createHash('sha256').update(one).digest('hex'))
    }
    const again = await backupCommand.run(source.app, {
      to: join(shut, 'again'),
      passphrase_file: passphrase,
    })
    expect(again).toMatchObject({ media: { copied_files: 0 } })
    await expect(backupCommand.run(source.app, { to: join(shut, 'open') })).rejects.toThrow(
      `The media in ${shut}/playhead-media are encrypted: give --passphrase-file.`,
    )
    await expect(
      backupCommand.run(source.app, {
        to: join(shut, 'other'),
        passphrase_file: await makePassphraseFile(folder, 'another one', 'other-passphrase'),
      }),
    ).rejects.toThrow(`The passphrase does not open the media in ${shut}/playhead-media.`)
    expect((await readdir(shut)).toSorted()).toEqual(['again', 'playhead-media', 'sealed'])
  })
})

describe('media that are not in a backup', () => {
  const withoutFiles = async (given: { without_media?: boolean }, restore = {}) => {
    const source = await makeMediaWorld(clickhouse)
    const { id } = await source.asset(aSetOfContents())
    const to = join(await newFolder(randomBytes(4).toString('hex')), 'saved')
    const answer = await backupCommand.run(source.app, { to, ...given })
    const target = await startEmptyServer(clickhouse, {}, [assetsServer, storageCheckServer])
    const restored = await restoreCommand.run(target.app, { from: to, ...restore })
    return { source, target, to, answer, restored, id }
  }

  test('left out, this is said in the file, at the restore, by doctor and at the asset', async () => {
    const { target, to, answer, restored, id, source } = await withoutFiles({
      without_media: true,
    })
    expect(answer).toMatchObject({
      media: 'Left out: the media of 1 asset are not in this backup.',
    })
    expect((await readLines(to))[0]).toMatchObject({
      stores: { media: { left_out: true, assets: 1, files: 5 } },
    })
    expect(await readdir(join(to, '..'))).toEqual(['saved'])
    expect(restored).toMatchObject({
      media: 'The media of 1 asset are not in this backup.',
      missing_media: expect.stringContaining('Files of 1 asset are missing in the storage'),
    })
    expect(await mediaCheck(target.app)).toMatchObject({
      status: 'failed',
      detail: expect.stringMatching(/^5 media files of 1 asset missing or damaged, such as /),
    })
    const caller = {
      as: source.world.admin,
      organization: source.world.organization,
      environment: source.world.environment,
    }
    const { body: asset } = await target.call(`/video/v1/assets/${id}`, caller)
    expect(asset.data.errors).toEqual({
      type: 'missing_files',
      messages: ['5 files of this asset are missing in the storage, such as images/0.jpg.'],
    })
    const { body } = await target.call(`/ui/v1/assets/${id}/files`, caller)
    expect(body.data.map(({ problem }: { problem: string }) => problem)).toEqual(
      Array.from({ length: 5 }, () => 'missing'),
    )
  })

  test('passed over by a restore, they are looked for in the storage', async () => {
    const { restored } = await withoutFiles({}, { without_media: true })
    expect(restored).toMatchObject({
      media: 'They are left as they are in the storage of this server.',
      missing_media: expect.stringContaining('(5 in all)'),
    })
  })

  test('missing in the storage already, they are named by the backup and the restored server', async () => {
    const source = await makeMediaWorld(clickhouse)
    const { keys } = await source.asset(aSetOfContents())
    await source.app.storage.remove(keys['source']!)
    const to = join(await newFolder('holes'), 'saved')
    expect(await backupCommand.run(source.app, { to })).toMatchObject({
      media: { warning: '1 file is missing in the storage, and so in this backup.' },
    })
    const { app: server } = await startEmptyServer(clickhouse)
    expect(await restoreCommand.run(server, { from: to })).toMatchObject({
      missing_media: expect.stringContaining('(1 in all)'),
    })
    expect(Object.keys(await readStoredContents(server))).toHaveLength(4)
  })

  test('of a backup of the version before, which had none', async () => {
    const source = await makeMediaWorld(clickhouse)
    await source.asset(aSetOfContents())
    const to = join(await newFolder('older'), 'saved')
    await backupCommand.run(source.app, { to, without_media: true })
    const [header, ...lines] = await readLines(to)
    header.version = 1
    delete header.stores.media
    await makeForgedFile(to, [header, ...lines])
    const { app: server } = await startEmptyServer(clickhouse)
    expect(await restoreCommand.run(server, { from: to })).toMatchObject({
      media: 'This backup was made by a version that left media out.',
      missing_media: expect.stringContaining('Files of 1 asset are missing'),
    })
  })
})

test('media that the bucket already has are not written again', async () => {
  const settings = inBucket('survivor')
  const source = await makeMediaWorld(clickhouse, settings)
  const { keys } = await source.asset(aSetOfContents())
  const to = join(await newFolder('survivor'), 'saved')
  await backupCommand.run(source.app, { to })
  const before = await source.app.storage.stat(keys['source']!)
  await source.app.storage.write(keys['text/one.vtt']!, Buffer.from('changed'))
  const { app: server } = await startEmptyServer(clickhouse, settings)
  expect(await restoreCommand.run(server, { from: to })).not.toHaveProperty('missing_media')
  expect(await server.storage.stat(keys['source']!)).toEqual(before)
  const { bytes } = await server.storage.read(keys['text/one.vtt']!)
  const read = []
  for await (const piece of bytes) read.push(piece)
  expect(Buffer.concat(read).toString()).toContain('Words that nobody')
})
