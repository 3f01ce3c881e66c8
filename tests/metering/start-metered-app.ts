import { expect } from 'vitest'
import { Audience } from '@playhead/audience/audience.ts'
import { sessionsBetween } from '@playhead/audience/history.ts'
import { intentAt, leaveAt, type SessionPlan } from '@playhead/audience/plan/session-plan.ts'
import { listStoredViews } from '@playhead/collector/runtime/testing-rows.sql.ts'
import { startTestCollector } from '@playhead/collector/runtime/testing-collector.ts'
import { environmentsServer } from '@playhead/features/account/environments/server'
import { usageServer } from '@playhead/features/account/usage/server'
import { environmentDirectory } from '@playhead/features/operations/rebuild/server'
import { deliveryUsageServer } from '@playhead/features/video/delivery-usage/server'
import { playbackServer } from '@playhead/features/video/playback/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { readRows } from '@playhead/testing/rows/rows.ts'
import { type Json, startTestApp } from '@playhead/testing/test-app.ts'
import {
  makeMeteredAsset,
  type MeteredAsset,
  meteredWorld,
  secondsOfSegment,
} from './metered-world.ts'
import type { PlannedSegment } from './planned-truth.ts'
import { playAudience } from './play-audience.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Viewers come when an hour ends, so that many views and deliveries are on both sides of the change. */
const comesBefore = 3 * minuteMs
const comesAfter = minuteMs
/** How many hours end while the audience is there; it watches into one more. */
const hourEnds = 3
export const meteredHours = hourEnds + 1

export const startOfHour = (time: number) => Math.floor(time / hourMs) * hourMs
export const hourOf = (plan: SessionPlan) => startOfHour(intentAt(plan))

/** A view that begins or ends this close to the change of an hour could be counted in either. */
const isClear = (plan: SessionPlan) =>
  [intentAt(plan), leaveAt(plan)].every((at) => {
    const into = at % hourMs
    return into > 15_000 && into < hourMs - 15_000
  })

export interface SentSegment {
  asset: MeteredAsset
  height: number
  hour: number
  seconds: number
  bytes: number
}

/** A server and a collector with a clock of their own, and an audience that watches. Call it at the top of a test file. */
export const startMeteredApp = async () => {
  const clickhouse = await makeTestClickHouse()
  const handle = await startTestApp(
    [environmentsServer, playbackServer, deliveryUsageServer, usageServer],
    { clickhouse },
  )
  const { app, api, call, clock, database } = handle
  const make = aFactory(database)
  const collecting = await startTestCollector(clickhouse, [], {
    clock: { now: () => clock.now().getTime() },
    directory: environmentDirectory(database),
  })
  const now = () => clock.now().getTime()
  const moveTo = (time: number) => clock.advance(Math.max(0, time - now()) / 1000)
  const countHours = async () => {
    await app.afterResponse.settle(5)
    await usageServer.schedules.find(({ name }) => name === 'usage: count hours')!.run(app)
  }

  const makeAudience = async () => {
    const { organization, environment, admin } = await make.world()
    const [{ key }] = (await readRows(database, 'environments', { id: environment.id })) as Json[]
    const own = [
      await makeMeteredAsset(app, environment, ['270p', '720p', '1080p']),
      await makeMeteredAsset(app, environment, ['270p', '720p']),
    ]
    const foreign = await makeMeteredAsset(app, (await make.world()).environment, ['270p'])
    return { environment, key: key as string, own, foreign, as: { as: admin, organization } }
  }

  /** Plans of about that many viewers at the end of each hour; an audience has its rhythm over the day. */
  const planViews = (from: number, hosted: readonly MeteredAsset[], views: number) => {
    const viewsPerDay = (views * 24 * hourMs) / (comesBefore + comesAfter)
    const audience = new Audience(meteredWorld(hosted, { viewsPerDay }), 'meter')
    const ends = Array.from({ length: hourEnds }, (_, index) => from + (index + 1) * hourMs)
    return ends
      .flatMap((end) => sessionsBetween(audience, end - comesBefore, end + comesAfter))
      .filter(isClear)
  }

  /** An audience watches for hours; returns what the plans say and what was sent, and has the meter count. */
  const watch = async (source: 'video' | 'views', views: number) => {
    const { environment, key, own, foreign, as } = await makeAudience()
    if (source === 'views') {
      const path = `/ui/v1/environments/${environment.id}/delivery-source`
      const body = { delivery: { source } }
      expect((await call(path, { ...as, method: 'PUT', body })).status).toBe(200)
    }
    const from = startOfHour(now()) + hourMs
    const sent: SentSegment[] = []
    const fetchSegment = async (asset: MeteredAsset, { rung, height, index }: PlannedSegment) => {
      const hour = startOfHour(now())
      const answer = await api.request(`/${asset.playbackId}/${rung}/${index}.m4s`)
      const { byteLength: bytes } = await answer.arrayBuffer()
      sent.push({ asset, height, hour, seconds: secondsOfSegment(index), bytes })
      return answer
    }
    moveTo(from + 1000)
    const plans = planViews(from, [...own, foreign], views)
    const assetOf = ({ title }: SessionPlan) => own.find(({ id }) => id === title.hosted?.assetId)
    // Behind a CDN the cache fetches a segment once, and players get the rest from there.
    const cached = { at: 0, rung: '270p', height: 270, index: 0 }
    if (source === 'views') for (const asset of own) await fetchSegment(asset, cached)
    let hour = startOfHour(now())
    const statuses = await playAudience(
      plans,
      key,
      source === 'video' ? assetOf : () => undefined,
      {
        advanceTo: async (at) => {
          moveTo(at)
          // The meter runs beside, as every hour.
          if (hour < startOfHour(now())) await countHours()
          hour = startOfHour(now())
          return now()
        },
        sendBeacon: (body) => collecting.send(body),
        fetchSegment,
      },
    )
    expect(statuses).toEqual([200])
    clock.advance(61)
    await expect.poll(() => collecting.collector.stats().openViews).toBe(0)
    // Views are written in rounds: once none is left over, they are in the table.
    await expect
      .poll(async () => (await listStoredViews({ id: environment.id, clickhouse })).length)
      .toBe(plans.length)
    clock.advance(28 * 3600)
    await countHours()
    return { plans, sent, own, assetOf, as, environment, from, until: from + meteredHours * hourMs }
  }

  return { ...handle, watch }
}

export type MeteredApp = Awaited<ReturnType<typeof startMeteredApp>>
export type Watched = Awaited<ReturnType<MeteredApp['watch']>>
