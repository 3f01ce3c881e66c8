import { expect, test } from 'vitest'
import { environmentsServer } from '@playhead/features/account/environments/server'
import {
  assetsServer,
  beginRecording,
  becomeReady,
  completeRecording,
  lockAsset,
  markReady,
  markReadyWhileLive,
  markRecorded,
} from '@playhead/features/video/assets/server'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertPlayableAsset, plainMediaMap } from '@playhead/testing/media/playable-asset.ts'
import { countRows, readRows } from '@playhead/testing/rows/rows.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { countPast } from './counting/count-past.ts'
import { countDue } from './counting/count-usage.ts'
import { startOfHour } from './counting/hour-range.ts'
import { usageServer } from './index.ts'
import { insertDelivered, insertSpan, listSums } from './testing-usage.sql.ts'

const clickhouse = await makeTestClickHouse()
const { app, call, clock, database } = await startTestApp(
  [environmentsServer, assetsServer, usageServer],
  { clickhouse },
)
const make = aFactory(database)
const hourMs = 3_600_000

const verify = (options: { environment: string; correct?: boolean }) =>
  usageServer.commands[0]!.run(app, { correct: false, ...options })

const setUp = async () => {
  const world = await make.world()
  const { organization, environment } = world
  const tenant: Environment = {
    id: environment.id,
    organizationId: organization.id,
    postgres: database,
    clickhouse,
  }
  const thisHour = startOfHour(clock.now()).getTime()
  const ago = (hours: number) => new Date(thisHour - hours * hourMs)
  const asset = (given: Partial<Parameters<typeof insertPlayableAsset>[1]> = {}) =>
    insertPlayableAsset(app, { environment, ...given })
  const sums = async () =>
    Object.fromEntries(
      (await listSums(database, environment)).map(({ meter, tier, quality, quantity }) => [
        [meter, tier, quality].filter(Boolean).join(' '),
        quantity,
      ]),
    )
  return { ...world, tenant, ago, asset, sums, addViews: aViewFactory(clickhouse, environment) }
}

test('hours are counted by meter, tier and quality, and counting again changes nothing', async () => {
  const { ago, asset, sums, environment } = await setUp()
  const seen = await asset()
  await insertDelivered(database, seen, { hour: ago(3), seconds: 100.5 })
  await insertDelivered(database, seen, { hour: ago(3), seconds: 20, tier: '720p' })
  await insertDelivered(database, seen, { hour: ago(2), seconds: 9.5 })
  await insertDelivered(database, seen, { hour: ago(0), seconds: 1000 })
  const half = new Date(ago(4).getTime() + hourMs / 2)
  await insertSpan(database, seen, { kind: 'stored', seconds: 60, from: half, until: null })
  await insertSpan(database, seen, { kind: 'encoded', seconds: 60, from: half, until: half })
  const live = await asset()
  const until = new Date(ago(1).getTime() + 600_000)
  await insertSpan(database, live, { kind: 'live', seconds: null, from: ago(2), until })
  await countDue(app)
  const counted = {
    'delivered 1080p': 110,
    'delivered 720p': 20,
    delivered_bytes: 130_000,
    'encoded 1080p plus': 60,
    'live 1080p plus': 4200,
    'stored 1080p plus': 60 * 3.5,
  }
  expect(await sums()).toEqual(counted)
  const rows = await readRows(database, 'usage_hours', { environment_id: environment.id })
  clock.advance(1)
  await countDue(app)
  expect(await readRows(database, 'usage_hours', { environment_id: environment.id })).toEqual(rows)
})

test('what lasts is the same second by second, however its hours are cut', async () => {
  const { ago, asset, environment } = await setUp()
  let expected = 0
  for (let at = 1; at <= 12; at += 1) {
    const from = ago(800).getTime() + at * 2_711_003
    const until = from + at * at * 1_234_567
    const seconds = at * 7.25
    expected += (seconds * (until - from)) / hourMs
    await insertSpan(database, await asset(), {
      kind: 'stored',
      seconds,
      from: new Date(from),
      until: new Date(until),
    })
  }
  await countDue(app)
  const [stored] = (await listSums(database, environment)).filter(({ meter }) => meter === 'stored')
  // Each hour is rounded to a thousandth.
  expect(Math.abs(stored!.quantity - expected)).toBeLessThan(stored!.hours * 0.0005)
  expect(await verify({ environment: environment.id })).toMatchObject({ differences: [] })
})

test('a history that was written after its hours had closed is counted at once', async () => {
  const { ago, addViews, sums, tenant } = await setUp()
  const viewAt = (hours: number) => ({
    view_start: ago(hours).getTime(),
    view_end: ago(hours).getTime() + 60_000,
  })
  await addViews(viewAt(2))
  await countDue(app)
  expect(await sums()).toEqual({ views_other: 1 })
  // Written after the hours of two and of twenty days ago had closed.
  await addViews(viewAt(2 * 24), viewAt(20 * 24), viewAt(20 * 24))
  await countDue(app)
  expect(await sums()).toEqual({ views_other: 1 })
  for (let time = 0; time < 2; time += 1) {
    await countPast(tenant, clock.now())
    expect(await sums()).toEqual({ views_other: 4 })
  }
})

test('a view is hosted when its asset is of this environment and was delivered from here, not when a page says so', async () => {
  const { ago, asset, sums, addViews } = await setUp()
  const other = await setUp()
  const delivered = await asset()
  const undelivered = await asset()
  const foreign = await other.asset()
  await insertDelivered(database, delivered, { hour: ago(2), seconds: 30 })
  await insertDelivered(database, foreign, { hour: ago(2), seconds: 30 })
  const at = { view_start: ago(2).getTime() + 60_000 }
  await addViews(
    { ...at, asset_id: delivered.id },
    { ...at, playback_id: delivered.playbackId },
    { ...at, asset_id: undelivered.id },
    { ...at, playback_id: undelivered.playbackId },
    { ...at, asset_id: foreign.id },
    { ...at, playback_id: foreign.playbackId },
    { ...at, asset_id: "'; drop table assets" },
    { ...at },
    { view_start: ago(5).getTime(), asset_id: delivered.id },
  )
  await countDue(app)
  expect(await sums()).toMatchObject({ views_hosted: 2, views_other: 7 })
})

test('an hour closes 26 hours after its end; what changes later is a further revision', async () => {
  const { ago, asset, sums, environment } = await setUp()
  const seen = await asset()
  const hour = ago(1)
  const rowsOfHour = async () =>
    (
      await readRows(database, 'usage_hours', {
        environment_id: environment.id,
        meter: 'delivered',
        hour,
      })
    ).map(({ quantity, revision }) => [Number(quantity), revision])
  await insertDelivered(database, seen, { hour, seconds: 100 })
  await countDue(app)
  // Counted again while it is open, which must not close it.
  clock.advance(24 * 3600)
  await countDue(app)
  clock.advance(3600)
  await insertDelivered(database, seen, { hour, seconds: 150 })
  await countDue(app)
  expect(await rowsOfHour()).toEqual([[150, 0]])
  clock.advance(2 * 3600)
  await countDue(app)
  await insertDelivered(database, seen, { hour, seconds: 160 })
  clock.advance(3600)
  await countDue(app)
  expect(await rowsOfHour()).toEqual([[150, 0]])
  expect(await verify({ environment: environment.id })).toMatchObject({
    differences: [
      { meter: 'delivered', counted: 150, in_sources: 160 },
      { meter: 'delivered_bytes' },
    ],
  })
  const check = usageServer.parts.at(-1)!.part as {
    read(given: object): Promise<{ level: string; sentence: string }>
  }
  expect(await check.read(app)).toMatchObject({ level: 'warning' })
  await verify({ environment: environment.id, correct: true })
  expect(await rowsOfHour()).toEqual([
    [150, 0],
    [10, 1],
  ])
  expect(await sums()).toMatchObject({ 'delivered 1080p': 160 })
  await verify({ environment: environment.id, correct: true })
  expect(await rowsOfHour()).toHaveLength(2)
  expect(await check.read(app)).toMatchObject({ level: 'well' })
})

test('assets and recordings write their spans when they change', async () => {
  const { tenant, asset, environment } = await setUp()
  const uploaded = await asset({ status: 'preparing' })
  const row = (await lockAsset(tenant, uploaded.id))!
  await becomeReady(app, tenant, row, {
    map: plainMediaMap,
    hasTexts: false,
    mark: () => markReady(tenant, uploaded.id, plainMediaMap),
  })
  const spans = () =>
    readRows(database, 'asset_spans', { environment_id: environment.id }).then((rows) =>
      rows
        .map(({ kind, seconds, tier, from_at, until_at }) => ({
          kind,
          seconds,
          tier,
          lasts: until_at === null,
          length:
            until_at === null
              ? null
              : ((until_at as Date).getTime() - (from_at as Date).getTime()) / 1000,
        }))
        .toSorted((one, two) => String(one.kind).localeCompare(String(two.kind))),
    )
  const encoded = { kind: 'encoded', seconds: 20, tier: '1080p', lasts: false, length: 0 }
  expect(await spans()).toEqual([
    encoded,
    { kind: 'stored', seconds: 20, tier: '1080p', lasts: true, length: null },
  ])
  const token = await make.accessToken(environment, ['video:read', 'video:write'])
  const removed = await call(`/video/v1/assets/${uploaded.id}`, { token, method: 'DELETE' })
  expect(removed.status).toBe(204)
  expect((await spans())[1]).toMatchObject({ kind: 'stored', lasts: false })
})

test('a broadcast is live from its first frame, for as long as it recorded', async () => {
  const { tenant, asset, environment } = await setUp()
  const recording = await asset({ status: 'preparing' })
  const row = (await lockAsset(tenant, recording.id))!
  await beginRecording(app, tenant, row, {
    video: { width: 1280, height: 720, frameRate: 30 },
    audio: undefined,
  })
  const span = async () =>
    (await readRows(database, 'asset_spans', { environment_id: environment.id, kind: 'live' }))[0]!
  expect(await span()).toMatchObject({ tier: '720p', quality: 'plus', until_at: null })
  const facts = { duration: 20, resolutionTier: '720p', aspectRatio: '16:9', frameRate: 30 }
  await markReadyWhileLive(tenant, recording.id, facts)
  await completeRecording(app, tenant, row, {
    map: plainMediaMap,
    mark: () => markRecorded(tenant, recording.id, { map: plainMediaMap, facts, times: [] }),
  })
  const { from_at: from, until_at: until } = await span()
  expect((until as Date).getTime() - (from as Date).getTime()).toBe(20_000)
})

test('an environment is counted to its last second before it is removed, and stays with its name', async () => {
  const { ago, asset, sums, environment, organization, admin, addViews } = await setUp()
  const seen = await asset()
  await insertDelivered(database, seen, { hour: ago(0), seconds: 77 })
  await insertDelivered(database, seen, { hour: ago(40), seconds: 23 })
  await insertSpan(database, seen, { kind: 'stored', seconds: 60, from: ago(10), until: null })
  await addViews({ view_start: ago(1).getTime(), asset_id: seen.id })
  const removed = await call(
    `/ui/v1/environments/${environment.id}?name=${encodeURIComponent(environment.name)}`,
    { as: admin, organization, method: 'DELETE' },
  )
  expect(removed.status).toBe(204)
  expect(await countRows(database, 'assets', { environment_id: environment.id })).toBe(0)
  const now = clock.now()
  const stored = 60 * (10 + (now.getTime() - ago(0).getTime()) / hourMs)
  const counted = await sums()
  expect(counted).toMatchObject({ 'delivered 1080p': 100, views_hosted: 1 })
  expect(Math.abs(counted['stored 1080p plus']! - stored)).toBeLessThan(0.2)
  expect(
    await readRows(database, 'usage_environments', { environment_id: environment.id }),
  ).toMatchObject([
    { name: environment.name, organization_id: organization.id, deleted_at: expect.any(Date) },
  ])
  clock.advance(7200)
  await countDue(app)
  expect(await sums()).toEqual(counted)
})
