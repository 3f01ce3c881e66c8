import { randomBytes } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { assetsServer } from '@playhead/features/video/assets/server'
import type { Progress } from '@playhead/server-kit/feature.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { readJobs } from '@playhead/testing/rows/jobs.sql.ts'
import { countWaiting } from '@playhead/testing/rows/locks.sql.ts'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { enqueueRemoval } from '@playhead/media-store/enqueue-removal.ts'
import { holdRemovals } from '@playhead/media-store/kept-media.sql.ts'
import { backupCommand } from './backup-command.ts'
import { restoreCommand } from './restore-command.ts'
import { readEverything } from './testing-backups.ts'
import { lockMediaRemoval } from './testing-locks.sql.ts'
import {
  startEmptyServer,
  listFilesBelow,
  aSetOfContents,
  makeMediaWorld,
  readStoredContents,
  makeFolder,
} from './media/testing-media.ts'

const clickhouse = await makeTestClickHouse()
const folder = await makeFolder()
const source = await makeMediaWorld(clickhouse)
const { id, keys } = await source.asset(aSetOfContents())
await source.asset({ source: randomBytes(2_000_000) })

const newHome = async (name: string) => {
  const home = join(folder, name)
  await mkdir(home)
  return home
}

/** The client disconnects as soon as this point is reached. */
const leavingWhen = (isSoFar: (now: Progress) => boolean) => {
  const gone = new AbortController()
  const told: Progress[] = []
  const progress = (now: Progress) => {
    told.push(now)
    if (isSoFar(now)) gone.abort()
  }
  return { call: { signal: gone.signal, progress }, told }
}

describe('when the command is interrupted', () => {
  test.each([
    ['media are copied', ({ media_bytes }: Progress) => Number(media_bytes) > 1_000_000],
    ['rows are written', ({ rows }: Progress) => Number(rows) > 3],
  ])('while %s, a backup ends and leaves nothing unfinished', async (name, isSoFar) => {
    const home = await newHome(name)
    const { call } = leavingWhen(isSoFar)
    const given = { to: join(home, 'saved') }
    await expect(backupCommand.run(source.app, given, call)).rejects.toThrow(/abort/i)
    expect((await readdir(home)).filter((file) => file !== 'playhead-media')).toEqual([])
    const left = (await listFilesBelow(home)).map((file) => file.name)
    expect(left.filter((file) => !/^([\da-f]{64}|playhead-media\.json)$/.test(file))).toEqual([])
    // The next backup reuses what had been copied, and is complete.
    const { app } = await startEmptyServer(clickhouse)
    await backupCommand.run(source.app, given)
    await restoreCommand.run(app, { from: given.to })
    expect(await readStoredContents(app)).toEqual(await readStoredContents(source.app))
  })

  test.each([
    ['Checking the backup', 'rows'],
    ['Writing media', 'media_bytes'],
    ['Writing rows', 'rows'],
  ])('during "%s", a restore leaves the server as it was', async (step, figure) => {
    const home = await newHome(step)
    await backupCommand.run(source.app, { to: join(home, 'saved') })
    const { app } = await startEmptyServer(clickhouse)
    const before = await readEverything(app)
    const { call } = leavingWhen((now) => now.step === step && Number(now[figure]) > 0)
    await expect(restoreCommand.run(app, { from: join(home, 'saved') }, call)).rejects.toThrow(
      /abort/i,
    )
    expect(await readEverything(app)).toEqual(before)
    expect(await readStoredContents(app)).toEqual({})
  })
})

test('a restore reports its progress: each step in bytes, rows and media', async () => {
  const home = await newHome('told')
  const saved = await backupCommand.run(source.app, { to: join(home, 'saved') })
  const { app } = await startEmptyServer(clickhouse)
  const { call, told } = leavingWhen(() => false)
  await restoreCommand.run(app, { from: join(home, 'saved') }, call)
  expect([...new Set(told.map(({ step }) => step))]).toEqual([
    'Checking the backup',
    'Writing media',
    'Writing rows',
  ])
  const rows = Object.values(saved['counts'] as Record<string, number>).reduce((a, b) => a + b)
  const lastOf = (step: string) => told.findLast((now) => now.step === step)
  expect(lastOf('Writing rows')).toMatchObject({ rows, bytes: saved['bytes'] })
  const media = 2_431_116
  expect(lastOf('Writing media')).toMatchObject({ media_bytes: media, total_media_bytes: media })
  expect(lastOf('Writing media')?.message).toMatch(
    /^Writing media: \d+ rows, \d+ MB of \d+ MB, 2 MB of 2 MB of media$/,
  )
})

describe('files that are removed while a backup is made', () => {
  test('wait for a removal that has begun: its asset is deleted in the rows that are saved', async () => {
    const home = await newHome('held')
    let backup: Promise<unknown> | undefined
    await source.app.postgres.transaction(async (postgres) => {
      await lockMediaRemoval(postgres)
      backup = backupCommand.run(source.app, { to: join(home, 'saved') })
      await expect.poll(() => countWaiting(source.app.postgres)).toBe(1)
      expect(await readdir(home)).toEqual(['playhead-media'])
    })
    await backup
    expect((await readdir(home)).toSorted()).toEqual(['playhead-media', 'saved'])
  })

  test('stay until it has read them', async () => {
    const { database, app, clock } = source
    const isThere = async () => Object.keys(await readStoredContents(app)).includes(keys['source']!)
    await database.transaction(async (postgres) => {
      await holdRemovals(postgres)
      await enqueueRemoval(source.environment, `${source.environment.id}/${id}/`)
      await runJobs(app, [assetsServer])
      expect(await readJobs(database, 'media.remove')).toMatchObject([
        { status: 'queued', last_error: 'A backup reads the files.' },
      ])
      expect(await isThere()).toBe(true)
    })
    clock.advance(10)
    await runJobs(app, [assetsServer])
    expect(await isThere()).toBe(false)
  })
})
