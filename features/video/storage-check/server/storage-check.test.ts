import { randomUUID } from 'node:crypto'
import { truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { doctorServer } from '@playhead/features/operations/doctor/server'
import { within, type Environment } from '@playhead/server-kit/tenant.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { readJobs } from '@playhead/testing/rows/jobs.sql.ts'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import {
  adoptMediaFile,
  AssetGone,
  storeMediaFile,
} from '@playhead/media-store/store-media-file.ts'
import { insertMediaFile } from '@playhead/media-store/media-files.sql.ts'
import { assetsServer } from '@playhead/features/video/assets/server'
import { enqueueRemovalOfEnvironment } from '@playhead/media-store/enqueue-removal.ts'
import { mediaRemove } from '@playhead/media-store/jobs.ts'
import { enqueueStorageCheck, findLastCheck, storageCheckServer } from './index.ts'
import {
  setFileAge,
  deleteAsset,
  insertAsset,
  listAllFiles,
  listLeftOvers,
} from './testing-media.sql.ts'

const { app, call, database, clock, dataFolder, logLines } = await startTestApp([
  storageCheckServer,
])
const make = aFactory(database)
const features = [assetsServer, storageCheckServer]

const setUp = async () => {
  const organization = await make.organization()
  const made = await make.environment(organization)
  const owner = await make.person()
  await make.membership(organization, owner, { isAdmin: true })
  const environment: Environment = {
    id: made.id,
    organizationId: organization.id,
    postgres: database,
    clickhouse: app.clickhouse,
  }
  const assetId = await insertAsset(database, environment.id)
  const keyOf = (name: string, asset = assetId) => `${environment.id}/${asset}/${name}`
  const store = (name: string, content = name) =>
    storeMediaFile(app, environment, { key: keyOf(name), assetId }, Buffer.from(content))
  const files = async () =>
    (await call(`/ui/v1/assets/${assetId}/files`, { as: owner, organization, environment })).body
      .data as {
      name: string
      bytes: number
      sha256: string | null
      problem: string | null
    }[]
  const problems = async () =>
    Object.fromEntries((await files()).map(({ name, problem }) => [name, problem]))
  return { organization, environment, assetId, keyOf, store, files, problems, owner }
}

const fileOf = (key: string) => join(dataFolder, 'media', key)

const check = async () => {
  clock.advance(1)
  await enqueueStorageCheck(app)
  await runJobs(app, features)
  return (await findLastCheck(database))!
}

const doctor = async () => {
  const { checks } = (await doctorServer.commands[0]!.run(app, {})) as {
    checks: { name: string; status: string; detail: string }[]
  }
  return checks.find(({ name }) => name === 'Media')!
}

const listed = async (prefix: string) => {
  const keys: string[] = []
  for await (const { key } of app.storage.list(prefix)) keys.push(key)
  return keys
}

describe('the list of stored files of an asset', () => {
  test('has a row with size and checksum, and anyone who opens the environment sees it', async () => {
    const { store, files } = await setUp()
    await store('text/a.vtt', 'WEBVTT')
    expect(await files()).toEqual([
      {
        name: 'text/a.vtt',
        bytes: 6,
        sha256: '06527510e01d4a6dbdd1fbd67cc7fc9bdb0227757930b65216653df4b17f915f',
        problem: null,
        created_at: expect.any(String),
      },
    ])
  })

  test('is not found by others, nor for a deleted asset', async () => {
    const one = await setUp()
    const other = await setUp()
    const ask = (assetId: string) =>
      call(`/ui/v1/assets/${assetId}/files`, {
        as: one.owner,
        organization: one.organization,
        environment: one.environment,
      })
    expect((await ask(one.assetId)).status).toBe(200)
    expect((await ask(other.assetId)).status).toBe(404)
    await deleteAsset(database, one.assetId)
    expect((await ask(one.assetId)).status).toBe(404)
  })

  test('has no file that was stored after the asset was deleted', async () => {
    const { assetId, environment, keyOf, store } = await setUp()
    await deleteAsset(database, assetId)
    await expect(store('source')).rejects.toThrow(AssetGone)
    const file = join(dataFolder, 'upload')
    await writeFile(file, 'x')
    const place = { key: keyOf('source'), assetId }
    await expect(adoptMediaFile(app, environment, place, file)).rejects.toThrow(AssetGone)
    expect(await listed(environment.id)).toEqual([])
    expect(await insertMediaFile(environment, { ...place, bytes: 1 })).toBe(false)
    expect((await listAllFiles(database)).filter((key) => key.startsWith(environment.id))).toEqual(
      [],
    )
  })
})

describe('removal', () => {
  const remove = (environment: Environment, prefix: string) =>
    app.postgres.transaction(async (transaction) => {
      const { enqueue } = await import('@playhead/server-kit/jobs/enqueue.sql.ts')
      const { postgres } = within(environment, transaction)
      await enqueue(postgres, mediaRemove, { payload: { prefix }, uniqueKey: prefix })
    })

  test('takes what begins with the prefix, rows and files, and nothing else', async () => {
    const { environment, keyOf, store } = await setUp()
    for (const name of ['source', 'master.mp4', 'master/x', 'text/a', 'mast']) await store(name)
    await remove(environment, keyOf('master'))
    await runJobs(app, features)
    const left = [keyOf('mast'), keyOf('source'), keyOf('text/a')]
    expect((await listed(environment.id)).toSorted()).toEqual(left)
    expect((await listAllFiles(database)).filter((key) => key.startsWith(environment.id))).toEqual(
      left,
    )
  })

  test('of an environment removes all its files, and a repeat changes nothing', async () => {
    const one = await setUp()
    const other = await setUp()
    await one.store('source')
    await other.store('source')
    for (const _ of [1, 2]) {
      await enqueueRemovalOfEnvironment(database, one.environment.id)
      await runJobs(app, features)
    }
    expect(await listed(one.environment.id)).toEqual([])
    expect(await listed(other.environment.id)).toEqual([other.keyOf('source')])
    const rows = await listAllFiles(database)
    expect(rows).toContain(other.keyOf('source'))
    expect(rows).not.toContain(one.keyOf('source'))
  })

  test.each(['/', '', '../../etc/', 'everything/', `${randomUUID()}/../`])(
    'by the prefix %j removes nothing',
    async (prefix) => {
      const { environment, keyOf, store } = await setUp()
      await store('source')
      await remove(environment, prefix)
      await runJobs(app, features)
      const jobs = await readJobs(database, 'media.remove')
      expect(jobs.find(({ payload }) => payload['prefix'] === prefix)).not.toMatchObject({
        status: 'done',
      })
      expect(await listed(environment.id)).toEqual([keyOf('source')])
    },
  )
})

describe('the check of the storage', () => {
  test('finds missing, cut and changed files; the list, the log and doctor show them', async () => {
    const { keyOf, store, problems } = await setUp()
    for (const name of ['fine', 'missing', 'short', 'changed']) await store(name, 'ten bytes.')
    await setFileAge(database, 5)
    const well = await check()
    expect(well.problems).toBe(0)
    expect(await doctor()).toMatchObject({ status: 'ok' })

    await app.storage.remove(keyOf('missing'))
    await truncate(fileOf(keyOf('short')), 3)
    await writeFile(fileOf(keyOf('changed')), 'ten bytes!')
    clock.advance(8 * 24 * 3600)
    logLines.length = 0
    expect((await check()).problems).toBe(3)
    expect(await problems()).toEqual({
      fine: null,
      missing: 'missing',
      short: 'wrong-size',
      changed: 'changed',
    })
    expect(logLines.join('')).toContain(`"key":"${keyOf('missing')}"`)
    expect(await doctor()).toEqual({
      name: 'Media',
      status: 'failed',
      detail: expect.stringMatching(
        /^3 media files of 1 asset missing or damaged, such as .*: restore/,
      ),
    })

    // A run that does not read every file again keeps its earlier findings.
    expect((await check()).problems).toBe(3)
    for (const name of ['missing', 'short', 'changed'])
      await writeFile(fileOf(keyOf(name)), 'ten bytes.')
    expect((await check()).problems).toBe(0)
    expect(await problems()).toEqual({ fine: null, missing: null, short: null, changed: null })
  })

  test('adds checksums that are missing', async () => {
    const { assetId, environment, keyOf, files } = await setUp()
    const file = join(dataFolder, 'upload')
    await writeFile(file, 'ten bytes.')
    await adoptMediaFile(app, environment, { key: keyOf('source'), assetId }, file)
    expect(await files()).toMatchObject([{ name: 'source', sha256: null }])
    await check()
    expect(await files()).toMatchObject([
      { name: 'source', sha256: expect.stringMatching(/^[\da-f]{64}$/), problem: null },
    ])
    await writeFile(fileOf(keyOf('source')), 'TEN BYTES.')
    clock.advance(8 * 24 * 3600)
    await check()
    expect(await files()).toMatchObject([{ problem: 'changed' }])
    await app.storage.remove(keyOf('source'))
    await setFileAge(database, 24 * 60 * 60)
    await check()
    expect(await files()).toMatchObject([{ problem: 'missing' }])
    await deleteAsset(database, assetId)
    await enqueueRemovalOfEnvironment(database, environment.id)
    await check()
  })

  test('leaves alone what was written while it ran', async () => {
    const { assetId, environment, keyOf, problems } = await setUp()
    await insertMediaFile(environment, { key: keyOf('source'), assetId, bytes: 10 })
    const aheadSeconds = (clock.now().getTime() - Date.now()) / 1000
    clock.advance(-aheadSeconds - 3600)
    await check()
    clock.advance(aheadSeconds + 3600)
    expect(await problems()).toEqual({ source: null })
    await check()
    expect(await problems()).toEqual({ source: 'missing' })
    await enqueueRemovalOfEnvironment(database, environment.id)
    await runJobs(app, features)
  })

  test('reports files without a row after an hour, and removes them after a day where their asset is deleted, nowhere else', async () => {
    const { environment, keyOf } = await setUp()
    const gone = await insertAsset(database, environment.id)
    await deleteAsset(database, gone)
    const aged = async (key: string, hours: number) => {
      await app.storage.write(key, Buffer.from('x'))
      const at = clock.now().getTime() / 1000 - hours * 3600
      await utimes(fileOf(key), at, at)
      return key
    }
    const fresh = await aged(keyOf('fresh', gone), 0.5)
    const hours = await aged(keyOf('hours', gone), 5)
    const days = await aged(keyOf('days', gone), 30)
    const ofLiving = await aged(keyOf('days'), 30)
    // Simulates the restore of a database backup from before the asset was created.
    const unknown = await aged(keyOf('source', randomUUID()), 300)
    const ofOthers = await aged('notes/of-somebody', 300)
    const report = await check()
    expect(report).toMatchObject({ left_over: 3, left_over_bytes: 3, removed: 1 })
    expect(await listLeftOvers(database)).toEqual([hours, ofLiving, unknown].toSorted())
    expect(
      (await listed(''))
        .filter((key) => [fresh, hours, days, ofLiving, unknown, ofOthers].includes(key))
        .toSorted(),
    ).toEqual([fresh, hours, ofLiving, unknown, ofOthers].toSorted())
    expect((await doctor()).detail).toContain('3 media files without an owner')
    await app.storage.removeAll(environment.id)
    await check()
    expect(await listLeftOvers(database)).toEqual([])
  })

  test('is asked for once, however often', async () => {
    const [command] = storageCheckServer.commands
    expect(await command!.run(app, {})).toEqual({ added: true })
    expect(await command!.run(app, {})).toEqual({ added: false })
    expect(await enqueueStorageCheck(app)).toBe(false)
    await runJobs(app, features)
  })
})
