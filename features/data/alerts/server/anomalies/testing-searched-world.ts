import { incidentsServer } from '@playhead/features/data/incidents/server'
import { notificationsServer } from '@playhead/features/data/notifications/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertSampledSteps } from '@playhead/testing/rows/sample-rows.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { expect } from 'vitest'
import { alertsServer } from '../index.ts'
import { AnomalySearch } from './anomaly-search.ts'
import { type PlantedViews, aPlantedAudience } from './testing-planted-audience.ts'
import { countOpenTransactions } from './testing-transactions.sql.ts'

export const settingsPath = '/ui/v1/anomaly-settings'
export const hour = 3_600
export const week = 7 * 24 * hour

interface World {
  count: number
  weeks?: number
  /** What was broken in this hour of each week. */
  wasBroken?: PlantedViews['isBroken']
  /** How much larger the audience was for each week back. */
  growth?: number
}

/** A program whose audiences are planted, and what a test asks of it. */
export const startSearching = async () => {
  const clickhouse = await makeTestClickHouse()
  const started = await startTestApp([alertsServer, incidentsServer, notificationsServer], {
    clickhouse,
  })
  const { app, call, clock, database } = started
  const make = aFactory(database)
  let lastHour = Math.ceil(Date.now() / 1000 / hour) * hour + hour
  /** Each test lies three hours behind the one before, so that none sees the steps of another. */
  const nextHour = () => {
    lastHour += 3 * hour
    return lastHour
  }

  /** The engine, and how many transactions were open at most when it was asked. */
  const watchEngine = () => {
    let most = 0
    const engine = new Proxy(clickhouse, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        return async (...given: unknown[]) => {
          most = Math.max(most, await countOpenTransactions(database))
          return Reflect.apply(value, target, given) as unknown
        }
      },
    })
    return { engine, mostTransactions: () => most }
  }

  const setUp = async ({ count, weeks = 4, wasBroken, growth = 0 }: World) => {
    const from = nextHour()
    const now = new Date(from * 1000)
    clock.now = () => now
    const world = await make.world()
    const token = await make.accessToken(world.environment, ['data:write'])
    const addViews = aViewFactory(clickhouse, world.environment)
    const usual = Array.from({ length: weeks }, (_, index) => index + 1).flatMap((weeksAgo) =>
      Array.from({ length: 18 }, (__, place) => ({
        at: from - weeksAgo * week + (place - 6) * 300,
        count: Math.round(count * (1 + weeksAgo * growth)),
        ...(wasBroken && { isBroken: wasBroken }),
      })),
    )
    const before = Array.from({ length: 6 }, (_, place) => ({
      at: from + (place - 6) * 300,
      count,
    }))
    await addViews(...aPlantedAudience(1, [...usual, ...before]))
    await insertSampledSteps(
      clickhouse,
      Array.from({ length: 360 }, (_, step) => from + (step - 360) * 5),
    )
    let at = from
    const { engine, mostTransactions } = watchEngine()
    const search = new AnomalySearch({ ...app, clickhouse: engine })
    /** Windows of five minutes; each is judged once it is complete. */
    const pass = async (
      windows: number,
      isBroken?: PlantedViews['isBroken'],
      hasCollectors = true,
      views = count,
      error?: PlantedViews['error'],
    ) => {
      for (let index = 0; index < windows; index += 1) {
        await addViews(
          ...aPlantedAudience(at - from + 2, [
            { at, count: views, ...(isBroken && { isBroken }), ...(error && { error }) },
          ]),
        )
        const steps = Array.from({ length: 60 }, (_, step) => at + step * 5)
        if (hasCollectors) await insertSampledSteps(clickhouse, steps)
        at += 300
        const ready = new Date((at + 95) * 1000)
        clock.now = () => ready
        await search.judgeReady()
      }
    }
    const turn = (body: object) => call(settingsPath, { token, method: 'PATCH', body })
    const incidents = async (query = '') => {
      const { status, body } = await call(`/ui/v1/alert-incidents${query}`, { token })
      expect(status, JSON.stringify(body)).toBe(200)
      return body.data
    }
    await turn({ is_enabled: true })
    return { ...world, token, from, pass, turn, incidents, mostTransactions }
  }

  const isBroken = ({ cdn, country }: { cdn: string; country: string }) =>
    cdn === 'fastly' && country === 'DE'

  /** An environment whose views, if any, were written afterwards: no steps are known. */
  const makeHistory = async (count = 0) => {
    const from = nextHour()
    const world = await make.world()
    const token = await make.accessToken(world.environment, ['data:write'])
    const startsAt = from - 24 * hour
    const windows = Array.from({ length: 4 }, (_, weeksAgo) =>
      Array.from({ length: 24 }, (__, place) => ({
        at: startsAt - weeksAgo * week + (place - 6) * 300,
        count,
        ...(weeksAgo === 0 && place >= 12 && place < 16 && { isBroken }),
      })),
    )
    await aViewFactory(clickhouse, world.environment)(...aPlantedAudience(5, windows.flat()))
    const now = new Date((from + 95) * 1000)
    clock.now = () => now
    const channel = await call('/ui/v1/notification-channels', {
      token,
      body: { notification_channel: { service: 'email', value: 'ada@example.com' } },
    })
    expect(channel.status).toBe(201)
    const search = new AnomalySearch(app)
    const turn = (body: object) => call(settingsPath, { token, method: 'PATCH', body })
    const incidents = async () =>
      (await call('/ui/v1/alert-incidents?type=anomaly', { token })).body.data
    return { ...world, token, brokenAt: startsAt + 6 * 300, search, turn, incidents }
  }

  return { ...started, make, setUp, makeHistory }
}
