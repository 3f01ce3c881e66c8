import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, onTestFailed, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { makeTestDatabase } from '@playhead/testing/engines/database.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { startProgram, temporaryFolder, until } from '../process/running-program.ts'
import { faultsOf, filesBelow, measureFile } from './check-hosted.ts'
import { CrashOwner, kindsOfFiles, Sending, watchedOf } from './crash-owner.ts'
import {
  listFailedJobs,
  listMediaFiles,
  listRunningKinds,
  listStorageChecks,
  listUnfinishedJobs,
} from './crash-state.sql.ts'
import { CrashViewer, type Watched } from './crash-viewer.ts'
import { RandomNumber } from './random-number.ts'
import { makeVideoCaller, operatorOf } from './uploads-program.ts'

/** Five cover each moment once. */
const kills = howMany('kills', { usual: 1, long: 3, release: 40 })
const viewers = 3
const database = await makeTestDatabase()
const clickhouse = await makeTestClickHouse()
const { folder, remove } = await temporaryFolder()
afterAll(remove)

/** Engines that survive, so that starts are fast: other tests cover their own death. */
const settings = {
  PLAYHEAD_DATA: folder,
  PLAYHEAD_DEMO: '0',
  DATABASE_URL: database.url,
  CLICKHOUSE_URL: clickhouse.url,
}
const mediaFolder = join(folder, 'media')
const seed = Date.now() % 1_000_000
const random = new RandomNumber(seed)
const viewer = new CrashViewer(random)

/** Requests in flight when the program dies end with a connection error. */
const untilGone = (work: Promise<unknown>, isGone: () => boolean) =>
  work.catch((error: unknown) => {
    if (!isGone() && !(error instanceof TypeError)) throw error
  })

/** An asset may be playable while it is still being prepared. */
const playableOf = (owner: CrashOwner) => async (): Promise<Watched[]> =>
  (await owner.assets()).flatMap((asset) =>
    asset.status === 'errored' || owner.deletions.has(asset.id) ? [] : [watchedOf(asset)],
  )

/** Some programs are killed during this job, others at random times. */
const moments = [undefined, 'asset.ingest', 'asset.fill', 'asset.sound', 'rendition.make'] as const

const mustBeInterrupted = ['asset.ingest', 'asset.fill']
const triesMax = 3

/** On a busy machine queued jobs start late. */
const patienceMs = { toCome: 2000, ofTurn: 6000 }

const isRunning = async (kind: string) => (await listRunningKinds(database)).includes(kind)

const untilMoment = async (kind: string | undefined) => {
  if (kind === undefined) return pause(random.below(1800))
  const isWaiting = async () =>
    (await listUnfinishedJobs(database)).some((job) => job.kind === kind)
  const begun = Date.now()
  const mayCome = async () => {
    const passed = Date.now() - begun
    return passed < patienceMs.toCome || (passed < patienceMs.ofTurn && (await isWaiting()))
  }
  while (!(await isRunning(kind)) && (await mayCome())) await pause(10)
  return pause(random.below(200))
}

const runUntilKilled = async (owner: CrashOwner, round: number, moment: () => Promise<void>) => {
  const program = await startProgram(settings)
  owner.origin = program.url
  let isGone = false
  const busy = [
    untilGone(owner.sendAll(), () => isGone),
    untilGone(
      owner.deleteAll().then(() => (round % 2 === 1 ? owner.chooseDeletion(random) : undefined)),
      () => isGone,
    ).then(() => isGone || untilGone(owner.deleteAll(), () => isGone)),
    ...Array.from({ length: viewers }, () =>
      viewer.watchUntilGone(program.url, playableOf(owner), () => isGone),
    ),
  ]
  await moment()
  isGone = true
  await program.kill('SIGKILL')
  await Promise.all(busy)
}

test(
  `${kills} kills while assets come in, are filled up, watched and deleted: none is lost, stuck, damaged or left over`,
  { timeout: 240_000 + kills * 20_000 },
  async () => {
    onTestFailed(() => console.error(`The seed was ${seed}.`))
    const kinds = await kindsOfFiles()
    const first = await startProgram(settings)
    const operate = operatorOf(folder)
    const owner = new CrashOwner(await makeVideoCaller(operate))
    await first.kill('SIGTERM')

    const interrupted = new Set<string>()
    const die = async (round: number, moment: () => Promise<void>) => {
      const kind = kinds[round % kinds.length]
      if (kind) owner.sendings.push(new Sending(kind))
      await runUntilKilled(owner, round, moment)
      for (const running of await listRunningKinds(database)) interrupted.add(running)
    }
    for (let round = 0; round < kills; round += 1)
      await die(round, () => untilMoment(moments[round % moments.length]))
    // A job that ended just before the kill was not interrupted: it gets further rounds.
    for (const kind of mustBeInterrupted)
      for (let left = triesMax; left > 0 && !interrupted.has(kind); left -= 1)
        await die(0, () => until(`${kind} runs`, () => isRunning(kind), 120))
    expect([...interrupted]).toEqual(expect.arrayContaining(mustBeInterrupted))

    const program = await startProgram(settings)
    try {
      owner.origin = program.url
      await owner.sendAll()
      await owner.deleteAll()
      const left = () => listUnfinishedJobs(database)
      await until('no job is left', async () => (await left()).length === 0, 120).catch(
        async (error: unknown) => {
          throw new Error(JSON.stringify(await left()), { cause: error })
        },
      )
      expect(
        (await listFailedJobs(database)).filter(({ kind }) => kind !== 'asset.ingest'),
      ).toEqual([])

      const faults = new Map<string, string[]>()
      const living = new Set<string>()
      for (const sending of owner.sendings) {
        const asset = await owner.assetOf(sending)
        if (!asset) continue
        living.add(asset.id)
        const found = await faultsOf(program.url, viewer, sending.kind, asset)
        if (found.length > 0) faults.set(`${sending.kind.name} ${asset.id}`, found)
      }
      expect(Object.fromEntries(faults)).toEqual({})
      expect(living.size).toBe(owner.sendings.length - owner.deletions.size)
      for (const id of owner.deletions.keys())
        expect(await owner.status(`/video/v1/assets/${id}`)).toBe(404)

      // Some storage checks ran while files still came and went.
      const earlier = (await listStorageChecks(database)).length
      await operate('storage', 'check')
      await until(
        'storage is checked',
        async () => (await listStorageChecks(database)).length > earlier,
      )
      const rows = await listMediaFiles(database)
      expect((await listStorageChecks(database)).at(-1)).toEqual({
        files: rows.length,
        problems: 0,
        left_over: 0,
      })
      expect(await filesBelow(mediaFolder)).toEqual(rows.map(({ key }) => key).toSorted())
      for (const { key, asset_id, bytes, sha256, problem } of rows) {
        expect(problem).toBeNull()
        expect(living).toContain(asset_id)
        expect(await measureFile(join(mediaFolder, key))).toEqual({ bytes, sha256 })
      }

      expect(await filesBelow(join(folder, 'work'))).toEqual([])
      // A refused upload keeps its file for a retry; other files are deleted half a minute after a start.
      const refused = owner.sendings.filter(({ kind }) => kind.becomes === 'errored')
      const isKept = (name: string) => refused.some(({ id }) => id === name)
      await until('no upload is left', async () =>
        (await filesBelow(join(folder, 'uploads'))).every(isKept),
      )
      expect(viewer.wrong).toEqual([])
      expect(owner.wrong).toEqual([])
      expect(viewer.served).toBeGreaterThan(kills)
    } finally {
      await program.kill('SIGTERM')
    }
  },
)
