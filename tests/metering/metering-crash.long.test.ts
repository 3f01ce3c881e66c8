import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startTestCollector } from '@playhead/collector/runtime/testing-collector.ts'
import { environmentDirectory } from '@playhead/features/operations/rebuild/server'
import { openFolderStorage } from '@playhead/storage/folder-storage.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { makeTestDatabase } from '@playhead/testing/engines/database.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { insertPlayableAsset } from '@playhead/testing/media/playable-asset.ts'
import { countRows, readRows } from '@playhead/testing/rows/rows.ts'
import type { Json } from '@playhead/testing/test-app.ts'
import { startProgram, temporaryFolder, until } from '../process/running-program.ts'
import { RandomNumber } from '../video/random-number.ts'
import { operatorOf } from '../video/uploads-program.ts'
import {
  compareDeliveredHours,
  copyAsset,
  insertDeliveredEnvironments,
  listDelivered,
  type OneOfMany,
  setScheduleDue,
} from './many-assets.sql.ts'
import { MeteredViewers } from './metered-viewers.ts'

const kills = howMany('metering-kills', { usual: 2, long: 4, release: 100 })
const viewers = 3
const assetsOfRound = 150
const past = { environments: 4, hours: 200 }
const hourMs = 3_600_000

/** Engines that survive, so that starts are fast: other tests cover their own death. */
const database = await makeTestDatabase()
const clickhouse = await makeTestClickHouse()
const { folder, remove } = await temporaryFolder()
afterAll(remove)
const settings = {
  PLAYHEAD_DATA: folder,
  PLAYHEAD_DEMO: '0',
  DATABASE_URL: database.url,
  CLICKHOUSE_URL: clickhouse.url,
}
const seed = Date.now() % 1_000_000
const random = new RandomNumber(seed)

const segment = { path: '720p/1.m4s', seconds: 4.5, bytes: 30 }
const parts = [10, 20, segment.bytes, 40, 50, 60].map((bytes) => Buffer.alloc(bytes, 1))

const makeWorld = async () => {
  const make = aFactory(database)
  const world = await make.world()
  const [{ key }] = (await readRows(database, 'environments', {
    id: world.environment.id,
  })) as Json[]
  const storage = await openFolderStorage(join(folder, 'media'))
  const original = await insertPlayableAsset({ postgres: database, storage } as never, {
    environment: world.environment,
    stored: { '720p': parts },
  })
  return { ...world, key: key as string, original, other: await make.organization() }
}

/** Views that no player ended are complete after an hour: this collector's clock is ahead. */
const completeViews = async () => {
  const clock = { now: () => Date.now() + 2 * hourMs }
  const directory = environmentDirectory(database)
  const collector = await startTestCollector(clickhouse, [], { clock, directory })
  await collector.stop()
}

test(
  `${kills} kills while segments are delivered and hours are counted: nothing counts twice, and a kill loses at most a second`,
  { timeout: 240_000 + kills * 20_000 },
  async () => {
    const { key, original, environment, organization, admin, other } = await makeWorld()
    const assets: OneOfMany[] = []
    const watching = new MeteredViewers({ key }, () => assets.pop())
    const owed = new Set<string>()
    const thisHour = new Date(Math.floor(Date.now() / hourMs) * hourMs)
    for (let round = 0; round < kills; round += 1) {
      assets.push(...(await copyAsset(database, original, assetsOfRound - assets.length)))
      await insertDeliveredEnvironments(database, other, { ...past, until: thisHour })
      await setScheduleDue(database, 'usage: count hours')
      const program = await startProgram(settings)
      const before = new Set(watching.arrived.keys())
      const busy = Array.from({ length: viewers }, () =>
        watching.watchUntilGone(program.url, segment.path),
      )
      await until('a segment has arrived', async () => watching.arrived.size > before.size)
      // In the middle of what is delivered, or once some of it must be durable.
      await pause(round % 2 === 0 ? 1200 + random.below(2500) : random.below(800))
      const killedAt = Date.now()
      await program.kill('SIGKILL')
      await Promise.all(busy)
      for (const [id, at] of watching.arrived)
        if (!before.has(id) && at < killedAt - 1000) owed.add(id)
    }

    const program = await startProgram(settings)
    try {
      await watching.sendUnsent(program.url)
      await setScheduleDue(database, 'usage: count hours')
      const counted = { environment_id: environment.id }
      await until('what was left is counted', async () => {
        const marked = await countRows(database, 'usage_marks', { source: 'views' })
        return marked === (await countRows(database, 'environments'))
      })
      expect(watching.wrong).toEqual([])
      const delivered = new Map(
        (await listDelivered(database, environment)).map(({ id, ...of }) => [id, of]),
      )
      const once = { seconds: segment.seconds, bytes: segment.bytes }
      expect(
        [...delivered].filter(([, of]) => of.seconds !== once.seconds || of.bytes !== once.bytes),
      ).toEqual([])
      expect([...delivered.keys()].filter((id) => !watching.asked.has(id))).toEqual([])
      expect([...owed].filter((id) => !delivered.has(id))).toEqual([])
      expect(owed.size).toBeGreaterThan(0)

      const hours = await compareDeliveredHours(database, thisHour)
      expect(hours).toEqual({ count: kills * past.environments * past.hours * 2, wrong: 0 })
      const operate = operatorOf(folder)
      expect(await operate('usage', 'verify')).toMatchObject({ differences: [] })

      await completeViews()
      const headers = {
        cookie: admin.cookie,
        'x-requested-with': 'playhead',
        'x-organization-id': organization.id,
      }
      const call = (method: string, path: string) =>
        fetch(`${program.url}/ui/v1/${path}`, { method, headers })
      const name = encodeURIComponent(environment.name)
      expect((await call('DELETE', `environments/${environment.id}?name=${name}`)).status).toBe(204)
      expect(await countRows(database, 'delivered_seconds', counted)).toBe(0)
      const answer = await call('GET', `usage?group_by=meter&environment=${environment.id}`)
      const { data } = (await answer.json()) as { data: Json[] }
      const used = Object.fromEntries(data.map(({ meter, quantity }) => [meter, quantity]))
      expect(used).toMatchObject({
        delivered: Math.round((delivered.size * once.seconds * 1000) / 60) / 1000,
        views_hosted: delivered.size,
      })
      expect(used.views_hosted + (used.views_other ?? 0)).toBe(watching.views.size)
    } finally {
      await program.kill('SIGTERM')
    }
  },
)
