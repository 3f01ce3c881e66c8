import { describe, expect, test } from 'vitest'
import { askBreakdown } from '@playhead/analytics/ask-breakdown.ts'
import { askComparison } from '@playhead/analytics/ask-comparison.sql.ts'
import { askDimensionValues } from '@playhead/analytics/ask-dimension-values.sql.ts'
import { askInsights } from '@playhead/analytics/insights/ask-insights.ts'
import { askOverall } from '@playhead/analytics/ask-overall.sql.ts'
import { askTimeseries } from '@playhead/analytics/ask-timeseries.sql.ts'
import { askChange } from '@playhead/analytics/change/ask-change.ts'
import { askEngagement } from '@playhead/analytics/engagement/ask-engagement.sql.ts'
import { makePieces } from '@playhead/analytics/pieces/making/make-pieces.sql.ts'
import { pieceWaits } from '@playhead/analytics/pieces/piece.ts'
import { aCountingClient } from '@playhead/analytics/pieces/testing-worlds.ts'
import { parseFilters } from '@playhead/analytics/question/parse-filters.ts'
import type { Question } from '@playhead/analytics/question/question.ts'
import { rollUp } from '@playhead/analytics/rollup/roll-up.sql.ts'
import { drawSession } from '@playhead/audience/plan/draw-session.ts'
import { Random } from '@playhead/audience/random.ts'
import { viewRowOfPlan } from '@playhead/audience/row/view-row-of-plan.ts'
import { viewerOf } from '@playhead/audience/world/viewer.ts'
import { northlight } from '@playhead/audience/world/world.ts'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { dimensions, type DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Measurement } from '@playhead/metrics/metric.ts'
import { type MetricId, metricIds, metrics } from '@playhead/metrics/metrics.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { startTestCluster } from '@playhead/testing/engines/cluster.ts'
import { someOf } from '@playhead/testing/how-many.ts'

const environmentId = '6f7c1b52-5a0b-4d0f-9a58-0c7cf4f3a002'
const dayMs = 86_400_000
const startAt = Math.floor(Date.now() / dayMs) * dayMs - 3 * dayMs
const single = await makeTestClickHouse()
const { cluster } = await startTestCluster()

const rows = Array.from({ length: 600 }, (_, index) => {
  const random = new Random('cluster', 1, index)
  const viewer = viewerOf(northlight, 'cluster', index)
  const plan = drawSession(northlight, viewer, startAt + random.whole(0, dayMs), random)
  return viewRowOfPlan(plan, { environmentId, retentionDays: 100 })
}).filter((row) => row !== null)
for (const clickhouse of [single, cluster]) {
  await clickhouse.insert('views', rows)
  // The same rows again, as of a view that continued: only one of both counts.
  await clickhouse.insert(
    'views',
    rows.slice(0, 100).map((row) => ({ ...row, version: row.version + 1 })),
  )
  for (const day of [0, 1])
    await rollUp(
      clickhouse,
      { environmentId, day: new Date(startAt + day * dayMs).toISOString().slice(0, 10) },
      new Date(),
    )
}

const questionOf = (isHistorical: boolean, filters: string[] = []): Question => ({
  timeframe: { start: new Date(startAt), end: new Date(startAt + 2 * dayMs), isHistorical },
  filters: parseFilters(filters),
  metricFilters: [],
})

/** Sums of fractions differ in their last digits, depending on the order in which shards are added. */
const rounded = (value: unknown): unknown => {
  if (typeof value === 'number') return Number(value.toPrecision(9))
  if (Array.isArray(value)) return value.map(rounded)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, rounded(item)]))
}
const expectSame = async (ask: (tenant: { id: string; clickhouse: ClickHouse }) => unknown) => {
  const [one, two] = await Promise.all(
    [single, cluster].map((clickhouse) => ask({ id: environmentId, clickhouse })),
  )
  expect(rounded(two)).toEqual(rounded(one))
  return one
}

/** All of them, because the last digits decide the order of two with the same weight. */
const insightsOf = async (
  tenant: { id: string; clickhouse: ClickHouse },
  metric: MetricId,
  question: Question,
) => {
  const { insights } = await askInsights(tenant, metric, undefined, question, { limit: 100_000 })
  return insights.toSorted((a, b) =>
    `${a.dimension} ${a.field}`.localeCompare(`${b.dimension} ${b.field}`),
  )
}

const everyMeasurement = metricIds.flatMap((metric) =>
  (Object.keys(metrics[metric].measurements) as Measurement[]).map(
    (measurement) => [metric, measurement] as const,
  ),
)

// Takes seconds on a dedicated machine, but longer on shared ones.
const patienceMs = 180_000

describe.each([false, true])('a cluster answers as one server does (historical: %s)', (isOld) => {
  test(
    'metrics and measurements, and the course of some',
    async () => {
      const question = questionOf(isOld)
      for (const [metric, measurement] of someOf('measurements', everyMeasurement, 20)) {
        const overall = await expectSame((tenant) =>
          askOverall(tenant, metric, measurement, question),
        )
        expect(overall).toMatchObject({ total_views: expect.any(Number) })
      }
      for (const metric of ['views', 'unique_viewers', 'video_startup_time'] as const)
        await expectSame((tenant) =>
          askTimeseries(tenant, metric, undefined, question, {
            step: isOld ? 'day' : 'hour',
            direction: 'asc',
          }),
        )
    },
    patienceMs,
  )

  test(
    'breakdowns, insights, the comparison and filters',
    async () => {
      const question = questionOf(isOld, ['!browser:Firefox'])
      const asked = Object.entries(dimensions).filter(
        ([, { isBasic, isBreakdown }]) => isBreakdown && (isBasic || !isOld),
      )
      for (const [id] of someOf('dimensions', asked, 10))
        await expectSame((tenant) =>
          askBreakdown(tenant, 'rebuffer_percentage', undefined, question, {
            dimension: id as DimensionId,
            orderBy: 'field',
            direction: 'asc',
            limit: 20,
            page: 1,
          }),
        )
      const comparison = await expectSame((tenant) => askComparison(tenant, question))
      expect(comparison).toMatchObject({ started_views: expect.any(Number) })
      if (isOld) return
      for (const metric of [
        'video_startup_time',
        'viewer_experience_score',
        'playback_failure_percentage',
      ] as const)
        expect(await expectSame((tenant) => insightsOf(tenant, metric, question))).not.toEqual([])
      for (const dimension of ['browser', 'player_autoplay', 'exit_before_video_start'] as const)
        await expectSame((tenant) =>
          askEngagement(tenant, question, {
            dimension,
            orderBy: 'views',
            direction: 'desc',
            limit: 20,
            page: 1,
          }),
        )
      const middle = new Date(startAt + dayMs)
      for (const metric of ['rebuffer_percentage', 'video_startup_time'] as const)
        await expectSame((tenant) =>
          askChange(tenant, metric, undefined, {
            question: { ...question, timeframe: { ...question.timeframe, start: middle } },
            baseline: { ...question.timeframe, end: middle },
          }),
        )
      await expectSame((tenant) =>
        askDimensionValues(tenant, 'video_title', question, {
          orderBy: 'value',
          direction: 'asc',
          limit: 10,
          page: 1,
        }),
      )
    },
    patienceMs,
  )
})

test(
  'Insights and Why from pieces of a cluster are those of the views of one server',
  async () => {
    const usual = { ...pieceWaits }
    Object.assign(pieceWaits, { margin: 0, absent: 0 })
    for (const day of [startAt, startAt + dayMs]) {
      const hours = Array.from({ length: 24 }, (_, hour) => day + hour * 3_600_000)
      for (const bucket of ['view_start', 'view_end'] as const) {
        await makePieces(cluster, { environmentId, bucket, tier: 'hour', moments: hours })
        await makePieces(cluster, { environmentId, bucket, tier: 'day', moments: [day] })
      }
    }
    const { counting, countOf } = aCountingClient(cluster)
    const engineOf = (clickhouse: ClickHouse) => (clickhouse === cluster ? counting : clickhouse)
    const timeframe = {
      start: new Date(startAt - 90_000),
      end: new Date(startAt + 2 * dayMs - 1_000_000),
      isHistorical: false,
    }
    const question: Question = { timeframe, filters: [], metricFilters: [] }
    for (const metric of ['rebuffer_percentage', 'playback_failure_percentage'] as const) {
      const found = await expectSame(({ id, clickhouse }) =>
        insightsOf({ id, clickhouse: engineOf(clickhouse) }, metric, question),
      )
      expect(found).not.toEqual([])
    }
    const middle = new Date(startAt + dayMs)
    const baseline = { ...timeframe, start: new Date(startAt - 1), end: middle }
    await expectSame(({ id, clickhouse }) =>
      askChange({ id, clickhouse: engineOf(clickhouse) }, 'rebuffer_percentage', undefined, {
        question: {
          ...question,
          timeframe: { ...timeframe, start: middle, end: new Date(startAt + 2 * dayMs) },
        },
        baseline,
      }),
    )
    expect([countOf('rankedImpacts') > 0, countOf('pieceGroupsQuery') > 0]).toEqual([true, true])
    Object.assign(pieceWaits, usual)
  },
  2 * patienceMs,
)
