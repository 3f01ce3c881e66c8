import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Random } from '@playhead/audience/random.ts'
import type { CollectedEnvironment } from '@playhead/collector/runtime/collector-options.ts'
import { aCollectedEnvironment } from '@playhead/collector/runtime/testing-collector.ts'
import { comparisonServer } from '@playhead/features/data/comparison/server'
import { metricsServer } from '@playhead/features/data/metrics/server'
import { rollupServer } from '@playhead/features/data/rollup/server'
import { viewsServer } from '@playhead/features/data/views/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { type Json, startTestApp } from '@playhead/testing/test-app.ts'
import { blockMs, type Protocol, protocols, seedsOfBlock, sessionsOf } from './audience.ts'
import {
  allAsked,
  checkBreakdown,
  checkBreakdownTimeseries,
  checkComparison,
  type Checking,
  checkOverall,
  checkTimeseries,
} from './check.ts'
import { checkView } from './check-view.ts'
import { startCollecting } from './collecting.ts'
import { definitions } from './definitions.ts'
import { rawView, type RawView } from './raw-view.ts'
import type { Direction } from './recompute.ts'

const clickhouse = await makeTestClickHouse()
const { app, call, clock, database } = await startTestApp(
  [metricsServer, comparisonServer, viewsServer],
  { clickhouse },
)
const make = aFactory(database)

const firstSeed = Number(process.env.PLAYHEAD_TEST_FIRST_SEED ?? 1)
const seedCount = howMany('audiences', { usual: 1, long: 3, release: 1000 })
const dayMs = 86_400_000
/** How far ahead the clock of the caller is that queries ranges older than the views. */
const laterDays = 110

const blockOf = (seed: number) => Math.floor((seed - 1) / seedsOfBlock)
const seeds = Array.from({ length: seedCount }, (_, index) => firstSeed + index)
const blocks = [...new Set(seeds.map(blockOf))]

/** Blocks follow each other, the last one a few days ago; a seed has the same time of day in every run. */
const today = Math.floor(Date.now() / dayMs) * dayMs
const daysBack = 4 + Math.ceil((blocks.length * blockMs) / dayMs)
const startOfBlock = (block: number) =>
  today - (daysBack + Math.floor((blocks[0]! * blockMs) / dayMs)) * dayMs + block * blockMs

const environments: CollectedEnvironment[] = []
const collecting = await startCollecting(clickhouse, environments, startOfBlock(blocks[0]!))
afterAll(() => collecting.stop())

const pageSize = 10
const detailsAtOnce = 6
const timedOutMax = 3

/** An environment with all sessions of one seed. */
const openAudience = async (seed: number, protocol: Protocol) => {
  const organization = await make.organization()
  const environment = await make.environment(organization)
  const [token, laterToken] = [
    await make.accessToken(environment),
    await make.accessToken(environment),
  ]
  const collected = aCollectedEnvironment({ id: environment.id, retentionDays: 400 })
  environments.push(collected)
  const sessions = sessionsOf(seed, protocol, collected.key, startOfBlock(blockOf(seed)))
  const ask = async (path: string, asker = token): Promise<Json> => {
    for (let left = timedOutMax; ; left -= 1) {
      const { status, body } = await call(path, { token: asker })
      if (status === 200) return body
      // A timeout on a busy machine is no wrong number: the API asks for a retry.
      if (status !== 504 || left === 0)
        throw new Error(`${path} was answered with ${status}: ${JSON.stringify(body)}`)
    }
  }
  const from = Math.floor(startOfBlock(blockOf(seed)) / 1000)
  const list = (page: number) =>
    ask(
      `/data/v1/video-views?timeframe[]=${from}&timeframe[]=${from + (2 * blockMs) / 1000}&limit=${pageSize}&page=${page}`,
    )
  const readViews = async (): Promise<RawView[]> => {
    const ids: string[] = []
    for (let page = 1; ; page += 1) {
      const { data } = await list(page)
      if (data.length === 0) break
      ids.push(...data.map(({ id }: Json) => id))
    }
    const views: RawView[] = []
    for (let index = 0; index < ids.length; index += detailsAtOnce)
      views.push(
        ...(await Promise.all(
          ids
            .slice(index, index + detailsAtOnce)
            .map(async (id) => rawView((await ask(`/data/v1/video-views/${id}`)).data)),
        )),
      )
    return views
  }
  return {
    sessions,
    ask,
    askLater: (path: string) => ask(path, laterToken),
    /** After a timeout fewer views are compared, and the result is reported as a difference. */
    whenWritten: () =>
      vi
        .waitFor(
          async () => {
            if ((await list(1)).total_row_count !== sessions.length) throw new Error('Not yet.')
          },
          { timeout: 120_000, interval: 500 },
        )
        .catch(() => {}),
    readViews,
  }
}

type Audience = Awaited<ReturnType<typeof openAudience>> & { views: RawView[] }

const openBlock = async (block: number): Promise<Map<string, Audience>> => {
  const audiences = new Map<string, Audience>()
  for (const seed of seeds.filter((one) => blockOf(one) === block))
    for (const protocol of protocols)
      audiences.set(`${seed} ${protocol}`, { ...(await openAudience(seed, protocol)), views: [] })
  await collecting.play([...audiences.values()].flatMap(({ sessions }) => sessions))
  for (const audience of audiences.values()) {
    await audience.whenWritten()
    audience.views = await audience.readViews()
  }
  const [schedule] = rollupServer.schedules ?? []
  await schedule!.run(app)
  return audiences
}

const readDirections = async (audience: Audience): Promise<Map<string, Direction>> => {
  const { data } = await audience.ask('/data/v1/metrics')
  return new Map(
    data.map(({ id, better, relative_to }: Json) => [id, { better, relativeTo: relative_to }]),
  )
}

/** Each seed queries other metrics; this many seeds together cover every measurement in each way. */
const seedsOfRound = 90
const seedsOfLaterRound = 270
/** A comparison contains every measurement and takes as long as forty other queries: only some seeds run it. */
const seedsOfComparison = 6
const seedsOfLaterComparison = 12

const checkAll = async (seed: number, checking: Checking): Promise<string[]> => {
  const round = checking.isHistorical ? seedsOfLaterRound : seedsOfRound
  const asked = allAsked.filter((_, index) => (index + seed) % round === 0)
  const isCompared =
    seed % (checking.isHistorical ? seedsOfLaterComparison : seedsOfComparison) === 1
  const lines = isCompared ? await checkComparison(checking) : []
  // Each check draws its query before it waits, so a seed sends the same queries whatever the order of responses.
  for (const one of asked) {
    const checks = [checkOverall, checkTimeseries, checkBreakdown, checkBreakdownTimeseries]
    lines.push(...(await Promise.all(checks.map((check) => check(one, checking)))).flat())
  }
  return lines
}

describe.each(blocks)('block %i of seeds', (block) => {
  let audiences: Map<string, Audience>
  let directions: Map<string, Direction>
  let differences = 0

  beforeAll(async () => {
    audiences = await openBlock(block)
    directions = await readDirections([...audiences.values()][0]!)
  }, 600_000)
  afterAll(() => {
    const views = [...audiences.values()].reduce((sum, one) => sum + one.views.length, 0)
    console.log(
      `Block ${block}: ${audiences.size} audiences, ${views} views, ${differences} differences`,
    )
    // A thousand audiences at once would not fit in memory.
    audiences.clear()
  })

  test('every measurement of every metric is recomputed', async () => {
    const [audience] = audiences.values()
    const { data } = await audience!.ask('/data/v1/metrics')
    expect(
      Object.fromEntries(data.map(({ id, measurements }: Json) => [id, measurements.toSorted()])),
    ).toEqual(
      Object.fromEntries(
        Object.entries(definitions).map(([id, { measurements }]) => [id, measurements.toSorted()]),
      ),
    )
  })

  const cases = seeds
    .filter((seed) => blockOf(seed) === block)
    .flatMap((seed) => protocols.map((protocol) => ({ seed, protocol })))

  test.each(cases)(
    'seed $seed by $protocol: what the API answers is what its raw views add up to',
    async ({ seed, protocol }) => {
      const { sessions, views, ask, askLater } = audiences.get(`${seed} ${protocol}`)!
      const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id).toSorted()
      expect(idsOf(views)).toEqual(idsOf(sessions.map(({ viewId: id }) => ({ id }))))
      const random = new Random('questions', seed, protocol)
      const lines = views.flatMap(checkView)
      lines.push(...(await checkAll(seed, { random, views, directions, isHistorical: false, ask })))
      clock.advance((laterDays * dayMs) / 1000)
      try {
        const later = { random, views, directions, isHistorical: true, ask: askLater }
        lines.push(...(await checkAll(seed, later)))
      } finally {
        clock.advance((-laterDays * dayMs) / 1000)
      }
      differences += lines.length
      expect(lines.map((line) => `seed ${seed} by ${protocol}: ${line}`)).toEqual([])
      expect(collecting.failures).toEqual([])
    },
    300_000,
  )
})
