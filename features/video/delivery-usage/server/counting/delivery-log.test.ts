import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { aFactory } from '@playhead/testing/factories.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { insertPlayableAsset } from '@playhead/testing/media/playable-asset.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { DeliveryLog } from './delivery-log.ts'
import { countBatches, listDeliveredHours } from './testing-delivered.sql.ts'

const { app, database } = await startTestApp([])
const folder = await mkdtemp(join(tmpdir(), 'playhead-delivery-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const file = join(folder, 'usage.wal')

const anAsset = async () => {
  const { environment } = await aFactory(database).world()
  return insertPlayableAsset(app, { environment })
}

const row = ({ id, environmentId }: { id: string; environmentId: string }, hour: number) => ({
  environmentId,
  assetId: id,
  hour: new Date(hour * 3_600_000),
  tier: '720p',
  seconds: 1,
  bytes: 1000,
})

test('what is durable is counted after the next start, once, and without the line that was cut off', async () => {
  const asset = await anAsset()
  const before = new DeliveryLog(folder)
  before.add(row(asset, 1))
  before.add(row(asset, 1))
  await before.keep()
  before.add(row(asset, 2))
  await before.keep()
  before.add(row(asset, 3))
  const kept = await readFile(file)
  await appendFile(file, kept.subarray(0, kept.length / 3))

  const after = new DeliveryLog(folder)
  await after.count(app)
  const counted = [
    { hour: 1, seconds: 2, bytes: 2000 },
    { hour: 2, seconds: 1, bytes: 1000 },
  ]
  expect(await listDeliveredHours(database, asset.id)).toEqual(counted)
  expect(await readFile(file, 'utf8')).toBe('')

  // As if it had been killed after it counted, before it emptied the file.
  await writeFile(file, kept)
  await new DeliveryLog(folder).count(app)
  expect(await listDeliveredHours(database, asset.id)).toEqual(counted)
})

test('batches are forgotten once they are no longer in the file', async () => {
  const asset = await anAsset()
  const log = new DeliveryLog(folder)
  const before = await countBatches(database)
  for (const hour of [1, 2, 3, 4]) {
    log.add(row(asset, hour))
    await log.count(app)
  }
  expect(await countBatches(database)).toBe(before + 1)
})

test('deliveries count while the file cannot be written', async () => {
  const asset = await anAsset()
  const log = new DeliveryLog(join(folder, 'missing'))
  log.add(row(asset, 1))
  await expect(log.keep()).rejects.toThrow('ENOENT')
  await log.count(app).catch(() => {})
  expect(await listDeliveredHours(database, asset.id)).toMatchObject([{ seconds: 1 }])
})

const script = join(import.meta.dirname, 'testing-delivery-program.ts')

/** Delivers until it is killed; returns the hours that it delivered, with the time of each. */
const runUntilKilled = async (
  asset: { id: string; environmentId: string },
  first: number,
  afterMs: number,
) => {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', script, database.url, folder, asset.environmentId, asset.id, `${first}`],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const said: { hour: number; at: number }[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    const [hour, at] = line.split(' ').map(Number)
    said.push({ hour: hour!, at: at! })
  })
  await once(lines, 'line')
  await pause(afterMs)
  const gone = once(child, 'close')
  const killedAt = Date.now()
  child.kill('SIGKILL')
  await gone
  return { said, killedAt }
}

test('a kill loses at most a second of deliveries, and none count twice', async () => {
  const asset = await anAsset()
  const kills = howMany('delivery-kills', { usual: 2, long: 5, release: 100 })
  const said: { hour: number; isOwed: boolean }[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    const afterMs = kill === 0 ? 1_700 : Math.random() * (kill === 1 ? 1_000 : 4_000)
    const run = await runUntilKilled(asset, said.length, afterMs)
    said.push(...run.said.map(({ hour, at }) => ({ hour, isOwed: at < run.killedAt - 1000 })))
  }
  await new DeliveryLog(folder).count(app)
  const counted = await listDeliveredHours(database, asset.id)
  expect(counted.filter(({ seconds, bytes }) => seconds !== 1 || bytes !== 1000)).toEqual([])
  const hours = new Set(counted.map(({ hour }) => hour))
  expect(said.filter(({ hour, isOwed }) => isOwed && !hours.has(hour))).toEqual([])
  const known = new Set(said.map(({ hour }) => hour))
  expect(counted.filter(({ hour }) => !known.has(hour))).toEqual([])
  expect(counted.length).toBeGreaterThan(100)
})
