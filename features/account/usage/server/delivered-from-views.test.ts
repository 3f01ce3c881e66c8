import { expect, test } from 'vitest'
import { deliveryUsageServer } from '@playhead/features/video/delivery-usage/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertPlayableAsset } from '@playhead/testing/media/playable-asset.ts'
import { readChanges, readRows } from '@playhead/testing/rows/rows.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { type Json, startTestApp } from '@playhead/testing/test-app.ts'
import { countDue } from './counting/count-usage.ts'
import { startOfHour } from './counting/hour-range.ts'
import { usageServer } from './index.ts'
import { insertDelivered } from './testing-usage.sql.ts'

const clickhouse = await makeTestClickHouse()
const { app, call, clock, database } = await startTestApp([deliveryUsageServer, usageServer], {
  clickhouse,
})
const make = aFactory(database)
const hourMs = 3_600_000
const minuteMs = 60_000

const setUp = async () => {
  const world = await make.world()
  const { organization, environment, admin } = world
  const path = `/ui/v1/environments/${environment.id}/delivery-source`
  const source = async () => (await call(path, { as: admin, organization })).body.data
  const choose = (name: string, as = admin) =>
    call(path, { as, organization, method: 'PUT', body: { delivery: { source: name } } })
  const asset = (title: string) => insertPlayableAsset(app, { environment, title })
  const addViews = aViewFactory(clickhouse, environment)
  const token = await make.accessToken(environment, ['video:read', 'video:write', 'system:read'])
  return { ...world, token, source, choose, asset, addViews }
}

const rendition = (width: number, height: number, ms: number) => ({
  attributes: { video_source_width: width, video_source_height: height },
  playing_time: ms,
})

/** A view of an asset from `from` to `until`, playing all the time. */
const playedBetween = (from: number, until: number, given: object) => ({
  view_start: from,
  view_end: until,
  watch_time: until - from,
  playing_time: until - from,
  content_playing_time: until - from,
  ...given,
})

/** The next hour begins in half an hour, whatever the time is. */
const settleInHour = () => {
  const passed = (clock.now().getTime() % hourMs) / 1000
  clock.advance((passed > 1800 ? 5400 : 1800) - passed)
  return startOfHour(clock.now()).getTime()
}

test('an environment counts delivered from views between two changes: nothing twice, nothing lost, the same by title and in the API', async () => {
  const { environment, organization, admin, token, source, choose, asset, addViews } = await setUp()
  const other = await setUp()
  const hour = settleInHour()
  const at = (hours: number, minutes = 0) => hour + hours * hourMs + minutes * minuteMs
  const [film, news] = [await asset('Film'), await asset('News')]
  const never = await asset('Never delivered')
  const foreign = await other.asset('Foreign')
  const deliver = (of: typeof film, hours: number, seconds: number) =>
    insertDelivered(database, of, { hour: new Date(at(hours)), seconds })
  // A cache fetched the film in the first hour and has it since.
  await deliver(film, 0, 100)
  await deliver(news, 0, 40)
  await deliver(foreign, 0, 40)

  expect(await source()).toEqual({ source: 'video', since: null, next: null })
  expect((await choose('views')).body.data).toEqual({
    source: 'video',
    since: null,
    next: { source: 'views', from: new Date(at(1)).toISOString() },
  })
  expect((await choose('video')).body.data.next).toBeNull()
  await choose('views')
  clock.advance(3600)
  expect(await source()).toMatchObject({ source: 'views', since: new Date(at(1)).toISOString() })
  // Segments that the cache had to fetch again, while views count.
  await deliver(film, 1, 500)
  expect((await choose('video')).body.data.next.from).toBe(new Date(at(2)).toISOString())
  clock.advance(3600)
  await deliver(film, 2, 70)

  const half = (at(1, 20) - at(0, 50)) / 2
  await addViews(
    // Twenty of its thirty minutes are in the hour that counts views; half of it was played in each size.
    playedBetween(at(0, 50), at(1, 20), {
      asset_id: film.id,
      renditions: JSON.stringify([rendition(1280, 720, half), rendition(1920, 1080, half)]),
    }),
    // Ten of its twenty; the player reports a size that the asset does not have.
    playedBetween(at(1, 50), at(2, 10), {
      playback_id: film.playbackId,
      video_source_width: 3840,
      video_source_height: 2160,
    }),
    // With an ad of a minute, which was not delivered from here.
    {
      ...playedBetween(at(1, 30), at(1, 36), { asset_id: news.id }),
      content_playing_time: 5 * minuteMs,
    },
    playedBetween(at(1, 30), at(1, 40), { asset_id: never.id }),
    playedBetween(at(1, 30), at(1, 40), { asset_id: foreign.id }),
    playedBetween(at(1, 30), at(1, 40), { playback_id: foreign.playbackId }),
    playedBetween(at(2, 30), at(2, 40), { asset_id: film.id }),
  )
  clock.advance(2 * 3600)
  await countDue(app)

  const delivered = async () =>
    (
      await readRows(database, 'usage_hours', {
        environment_id: environment.id,
        meter: 'delivered',
      })
    )
      .map((row) => [
        ((row.hour as Date).getTime() - hour) / hourMs,
        row.source,
        row.tier,
        Number(row.quantity),
      ])
      .toSorted()
  const expected = [
    [0, 'video', '1080p', 140],
    [1, 'views', '1080p', 600 + 600 + 300],
    [1, 'views', '720p', 600],
    [2, 'video', '1080p', 70],
  ]
  expect(await delivered()).toEqual(expected)
  clock.advance(3600)
  await countDue(app)
  expect(await delivered()).toEqual(expected)

  const seconds = 140 + 2100 + 70
  const span = `timeframe[]=${at(0) / 1000}&timeframe[]=${at(3) / 1000}`
  const rowsBy = async (group: string) =>
    (
      await call(`/ui/v1/usage?${span}&group_by=${group}`, { as: admin, organization })
    ).body.data.filter(({ meter }: Json) => meter === 'delivered')
  const byTitle = await rowsBy('title')
  expect(
    Object.fromEntries(
      byTitle.map(({ name, quantity }: Json) => [name, Math.round(quantity * 60)]),
    ),
  ).toEqual({ Film: 100 + 1800 + 70, News: 40 + 300 })
  for (const group of ['environment', 'creator_id'])
    expect(Math.round((await rowsBy(group))[0].quantity * 60)).toBe(seconds)
  const reports = (await call(`/video/v1/delivery-usage?${span}`, { token })).body
  expect(reports.data).toMatchObject([
    {
      asset_id: film.id,
      delivered_seconds: 1970,
      delivered_seconds_by_resolution: { tier_720p: 600, tier_1080p: 1370 },
    },
    { asset_id: news.id, delivered_seconds: 340 },
  ])
  const ofFilm = (await call(`/ui/v1/assets/${film.id}/usage`, { token })).body.data
  expect(ofFilm).toMatchObject({ delivered_minutes: 32.833, delivered_bytes: 670_000 })

  const verify = { environment: environment.id, correct: false }
  expect(await usageServer.commands[0]!.run(app, verify)).toMatchObject({ differences: [] })
  clock.advance(86_400)
  const list = await call(`/system/v1/usage/exports?${span}`, { token })
  const files = await Promise.all(
    list.body.data.map(async ({ download_url: url }: Json) => {
      const { pathname, search } = new URL(url)
      return String((await call(pathname + search)).body)
    }),
  )
  expect(files.join('\n')).toContain(
    `${environment.id},${new Date(at(1)).toISOString()},delivered,720p,,600.000,views`,
  )
  expect(await readChanges(database, organization.id)).toMatchObject([
    { action: 'environment.delivery_source_changed', environment_id: environment.id },
    { detail: { delivered_from: { from: 'views', to: 'video' } } },
    { detail: { delivered_from: { from: 'video', to: 'views' } } },
    {
      detail: {
        delivered_from: { from: 'views', to: 'video' },
        since: new Date(at(2)).toISOString(),
      },
    },
  ])
})

test('the first view of an environment counts although it ended after its hour was counted, and later ones as corrections', async () => {
  const { environment, choose, asset, addViews } = await setUp()
  const hour = settleInHour()
  const film = await asset('Film')
  await insertDelivered(database, film, { hour: new Date(hour), seconds: 1 })
  await choose('views')
  clock.advance(2 * 3600)
  await countDue(app)
  const quantities = async () =>
    (await readRows(database, 'usage_hours', { environment_id: environment.id, source: 'views' }))
      .filter(({ meter }) => meter === 'delivered')
      .map(({ quantity, revision }) => [Number(quantity), revision])
      .toSorted()
  expect(await quantities()).toEqual([])
  const from = hour + hourMs + 10 * minuteMs
  await addViews(playedBetween(from, from + 100 * minuteMs, { asset_id: film.id }))
  clock.advance(2 * 3600)
  await countDue(app)
  expect(await quantities()).toEqual([
    [3000, 0],
    [3000, 0],
  ])
  clock.advance(40 * 3600)
  await countDue(app)
  await addViews(playedBetween(from, from + minuteMs, { asset_id: film.id }))
  await usageServer.commands[0]!.run(app, { environment: environment.id, correct: true })
  expect(await quantities()).toEqual([
    [3000, 0],
    [3000, 0],
    [60, 1],
  ])
})

test('400, 403 and 404: an unknown source, a member, another organization', async () => {
  const { member, environment, choose } = await setUp()
  const other = await setUp()
  expect((await choose('guesses')).status).toBe(400)
  expect((await choose('views', member)).status).toBe(403)
  const path = `/ui/v1/environments/${environment.id}/delivery-source`
  const as = { as: other.admin, organization: other.organization }
  expect((await call(path, as)).status).toBe(404)
  const change = { method: 'PUT', body: { delivery: { source: 'views' } } }
  expect((await call(path, { ...as, ...change })).status).toBe(404)
  expect(await readRows(database, 'played_periods', { environment_id: environment.id })).toEqual([])
})
