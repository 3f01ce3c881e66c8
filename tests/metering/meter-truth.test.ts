import { describe, expect, test } from 'vitest'
import { Audience } from '@playhead/audience/audience.ts'
import { sessionsBetween } from '@playhead/audience/history.ts'
import { intentAt, leaveAt, type SessionPlan } from '@playhead/audience/plan/session-plan.ts'
import { startTestCollector } from '@playhead/collector/runtime/testing-collector.ts'
import { environmentsServer } from '@playhead/features/account/environments/server'
import { usageServer } from '@playhead/features/account/usage/server'
import { environmentDirectory } from '@playhead/features/operations/rebuild/server'
import { deliveryUsageServer } from '@playhead/features/video/delivery-usage/server'
import { playbackServer } from '@playhead/features/video/playback/server'
import { listStoredViews } from '@playhead/collector/runtime/testing-rows.sql.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { readRows } from '@playhead/testing/rows/rows.ts'
import { type Json, startTestApp } from '@playhead/testing/test-app.ts'
import {
  longestSegment,
  makeMeteredAsset,
  type MeteredAsset,
  meteredWorld,
  secondsOfSegment,
  tierOfHeight,
} from './metered-world.ts'
import { plannedMs, playedBy, type PlannedSegment, stretchesOf } from './planned-truth.ts'
import { playAudience } from './play-audience.ts'

const hourMs = 3_600_000
const hours = 3
/** On average; an audience has its rhythm over the day. */
const viewsPerHour = howMany('metered-views', { usual: 8, long: 60, release: 400 })

const clickhouse = await makeTestClickHouse()
const { app, api, call, clock, database } = await startTestApp(
  [environmentsServer, playbackServer, deliveryUsageServer, usageServer],
  { clickhouse },
)
const make = aFactory(database)
const collector = await startTestCollector(clickhouse, [], {
  clock: { now: () => clock.now().getTime() },
  directory: environmentDirectory(database),
})

const hourOf = (plan: SessionPlan) => startOfHour(intentAt(plan))
const startOfHour = (time: number) => Math.floor(time / hourMs) * hourMs
const runSchedule = (name: string) =>
  usageServer.schedules.find((one) => one.name === name)!.run(app)
const countHours = async () => {
  await app.afterResponse.settle(5)
  await runSchedule('usage: count hours')
}

const moveTo = (time: number) => {
  const behind = time - clock.now().getTime()
  if (behind > 0) clock.advance(behind / 1000)
}

/** A view that begins or ends this close to the change of an hour could be counted in either. */
const isClear = (plan: SessionPlan) =>
  [intentAt(plan), leaveAt(plan)].every((at) => {
    const into = at % hourMs
    return into > 15_000 && into < hourMs - 15_000
  })

const countViews = async (id: string) => (await listStoredViews({ id, clickhouse })).length

interface Sent {
  asset: MeteredAsset
  height: number
  hour: number
  seconds: number
  bytes: number
}

/** An audience watches for hours; returns what the plans say and what was sent, and has the meter count. */
const watch = async (source: 'video' | 'views') => {
  const { organization, environment, admin } = await make.world()
  const [{ key }] = (await readRows(database, 'environments', { id: environment.id })) as Json[]
  const other = await make.world()
  const own = [
    await makeMeteredAsset(app, environment, ['270p', '720p', '1080p']),
    await makeMeteredAsset(app, environment, ['270p', '720p']),
  ]
  const foreign = await makeMeteredAsset(app, other.environment, ['270p'])
  const as = { as: admin, organization }

  if (source === 'views') {
    const chosen = await call(`/ui/v1/environments/${environment.id}/delivery-source`, {
      ...as,
      method: 'PUT',
      body: { delivery: { source } },
    })
    expect(chosen.status).toBe(200)
  }
  const from = startOfHour(clock.now().getTime()) + hourMs
  const sent: Sent[] = []
  const fetchSegment = async (asset: MeteredAsset, { rung, height, index }: PlannedSegment) => {
    const hour = startOfHour(clock.now().getTime())
    const answer = await api.request(`/${asset.playbackId}/${rung}/${index}.m4s`)
    const { byteLength: bytes } = await answer.arrayBuffer()
    sent.push({ asset, height, hour, seconds: secondsOfSegment(index), bytes })
    return answer
  }
  moveTo(from + 1000)
  const world = meteredWorld([...own, foreign], { viewsPerDay: viewsPerHour * 24 })
  const plans = sessionsBetween(
    new Audience(world, `meter ${source}`),
    from + 60_000,
    from + hours * hourMs,
  ).filter(isClear)
  const assetOf = ({ title }: SessionPlan) => own.find(({ id }) => id === title.hosted?.assetId)
  // Behind a CDN the cache fetches a segment once, and players get the rest from there.
  const cached = { at: 0, rung: '270p', height: 270, index: 0 }
  if (source === 'views') for (const asset of own) await fetchSegment(asset, cached)
  let hour = startOfHour(clock.now().getTime())
  const statuses = await playAudience(plans, key, source === 'video' ? assetOf : () => undefined, {
    advanceTo: async (at) => {
      moveTo(at)
      // The meter runs beside, as every hour.
      for (; hour < startOfHour(clock.now().getTime()); hour += hourMs) await countHours()
    },
    sendBeacon: (body) => collector.send(body),
    fetchSegment,
  })
  expect(Object.keys(statuses)).toEqual(['200'])
  clock.advance(61)
  await expect.poll(() => collector.collector.stats().openViews).toBe(0)
  // Views are written in rounds: once none is left over, they are in the table.
  await expect.poll(() => countViews(environment.id)).toBe(plans.length)
  clock.advance(28 * 3600)
  await countHours()
  return { plans, sent, own, assetOf, as, environment, organization, from }
}

type Watched = Awaited<ReturnType<typeof watch>>

const verify = (environment: { id: string }) =>
  usageServer.commands
    .find(({ name }) => name === 'usage verify')!
    .run(app, { environment: environment.id, correct: false })

/** The API rounds minutes and gigabytes to thousandths. */
const presented = (line: string, quantity: number) => {
  if (line.endsWith('_bytes')) return Math.round(quantity / 1_000_000) / 1000
  return line.startsWith('delivered') ? Math.round((quantity / 60) * 1000) / 1000 : quantity
}

/** What the meter says that was used, by line: exactly, and the same as the API presents it. */
const listMetered = async ({ as, environment }: Watched, from: number, until: number) => {
  const exact = sumBy(
    (
      (await readRows(database, 'usage_hours', { environment_id: environment.id })) as Json[]
    ).filter(({ hour }) => hour >= from && hour < until),
    ({ meter, tier }) => (tier ? `${meter} ${tier}` : meter),
    ({ quantity }) => Number(quantity),
  )
  const timeframe = `timeframe[]=${from / 1000}&timeframe[]=${until / 1000}`
  const path = `/ui/v1/usage?group_by=meter&environment=${environment.id}&${timeframe}`
  const { status, body } = await call(path, as)
  expect(status).toBe(200)
  expect(
    Object.fromEntries(
      body.data.map(({ meter, tier, quantity }: Json) => [
        tier ? `${meter} ${tier}` : meter,
        quantity,
      ]),
    ),
  ).toEqual(
    Object.fromEntries(Object.entries(exact).map(([line, sum]) => [line, presented(line, sum)])),
  )
  return thousandths(exact)
}

const tierOf = ({ asset, height }: Sent) => tierOfHeight(asset, height)
/** Sums of fractions differ in their last digits. */
const thousandths = (sums: Record<string, number>) =>
  Object.fromEntries(Object.entries(sums).map(([line, sum]) => [line, Math.round(sum * 1000)]))
const total = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0)

const sumBy = <One>(
  all: readonly One[],
  keyOf: (one: One) => string,
  numberOf: (one: One) => number,
) => {
  const sums: Record<string, number> = {}
  for (const one of all) sums[keyOf(one)] = (sums[keyOf(one)] ?? 0) + numberOf(one)
  return sums
}

/** A view is hosted if its asset was delivered in the hour of the view or in the next. */
const isHosted = ({ sent, assetOf }: Watched, plan: SessionPlan) => {
  const hour = hourOf(plan)
  return sent.some(
    ({ asset, hour: at }) => asset === assetOf(plan) && (at === hour || at === hour + hourMs),
  )
}

const viewsOf = (watched: Watched, plans: readonly SessionPlan[]) =>
  sumBy(
    plans,
    (plan) => (isHosted(watched, plan) ? 'views_hosted' : 'views_other'),
    () => 1,
  )

describe('the meter agrees with what the simulated audience did', () => {
  test('views to the view, deliveries to the segment and byte, in each hour', async () => {
    const watched = await watch('video')
    const { plans, sent, from, assetOf, environment } = watched
    expect(plans.length).toBeGreaterThan(8)
    const truthOf = (hour?: number) => {
      const deliveries = sent.filter((one) => hour === undefined || one.hour === hour)
      const begun = plans.filter((plan) => hour === undefined || hourOf(plan) === hour)
      return {
        ...sumBy(
          deliveries,
          (one) => `delivered ${tierOf(one)}`,
          ({ seconds }) => seconds,
        ),
        ...sumBy(
          deliveries,
          () => 'delivered_bytes',
          ({ bytes }) => bytes,
        ),
        ...viewsOf(watched, begun),
      }
    }
    const until = from + (hours + 1) * hourMs
    expect(await listMetered(watched, from, until)).toEqual(thousandths(truthOf()))
    for (let hour = from; hour < until; hour += hourMs)
      expect(await listMetered(watched, hour, hour + hourMs)).toEqual(thousandths(truthOf(hour)))

    // Players fetch whole segments: at both ends of a stretch that is played, a part of one is not played.
    const hosted = plans.filter((plan) => assetOf(plan))
    const over = total(sent.map(({ seconds }) => seconds)) - total(hosted.map(plannedMs)) / 1000
    expect(over).toBeGreaterThanOrEqual(0)
    expect(over).toBeLessThanOrEqual(2 * longestSegment * total(hosted.map(stretchesOf)))
    expect(await verify(environment)).toMatchObject({ differences: [] })
  })

  test('behind a CDN the planned playing time to the millisecond', async () => {
    const watched = await watch('views')
    const { plans, sent, own, assetOf, environment, from } = watched
    const until = from + (hours + 1) * hourMs
    const tiers: Record<string, number> = {}
    let changes = 0
    for (const plan of plans) {
      const asset = assetOf(plan)
      if (!asset) continue
      for (const [tier, ms] of playedBy(plan, asset))
        tiers[`delivered ${tier}`] = (tiers[`delivered ${tier}`] ?? 0) + ms
      changes += plan.steps.filter(({ kind }) => kind === 'rendition').length
    }
    const {
      delivered_bytes: bytes,
      views_hosted: hosted,
      views_other: other,
      ...delivered
    } = await listMetered(watched, from, until)
    expect(total(Object.values(delivered))).toBe(total(Object.values(tiers)))
    // Where the size changes, the two sizes share a millisecond.
    for (const [line, ms] of Object.entries(tiers))
      expect(Math.abs((delivered[line] ?? 0) - ms)).toBeLessThanOrEqual(changes)
    expect(hosted).toBe(plans.filter((plan) => assetOf(plan)).length * 1000)
    expect(other).toBe(plans.filter((plan) => !assetOf(plan)).length * 1000)
    // What the cache fetched, and no more.
    expect(sent).toHaveLength(own.length)
    expect(bytes).toBe(total(sent.map((one) => one.bytes)) * 1000)
    expect(await verify(environment)).toMatchObject({ differences: [] })
  })
})
