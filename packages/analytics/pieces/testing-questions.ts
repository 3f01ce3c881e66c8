import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Measurement, Metric } from '@playhead/metrics/metric.ts'
import { type MetricId, metricIds, metrics } from '@playhead/metrics/metrics.ts'
import { expect } from 'vitest'
import { askBreakdownTimeseries } from '../ask-breakdown-timeseries.sql.ts'
import { askBreakdown } from '../ask-breakdown.ts'
import { askComparison } from '../ask-comparison.sql.ts'
import { askOverall } from '../ask-overall.sql.ts'
import { askTimeseries } from '../ask-timeseries.sql.ts'
import { askIntervals } from '../interval/ask-intervals.ts'
import { measured } from '../question/definition.ts'
import { parseFilters } from '../question/parse-filters.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'
import { tierMs } from './piece.ts'
import { hasInterval, isNear, percentileComparisons } from './testing-percentiles.ts'
import {
  type aRandom,
  aClientWithoutPieces,
  filtersTogether,
  type World,
  worldDays,
  worldStart,
} from './testing-worlds.ts'

type Random = ReturnType<typeof aRandom>

/** One for each client: it keeps answers. */
const clients = new WeakMap<ClickHouse, ClickHouse>()

export const aViewsOnlyClient = (clickhouse: ClickHouse): ClickHouse => {
  const known = clients.get(clickhouse) ?? aClientWithoutPieces(clickhouse)
  clients.set(clickhouse, known)
  return known
}

/** Everything but unique viewers, whom only all metrics read from pieces. */
const added = metricIds.flatMap((id) => {
  const metric: Metric = metrics[id]
  return Object.entries(metric.measurements).flatMap(([measurement, { kind }]) =>
    kind === 'unique' ? [] : [{ id, measurement: measurement as Measurement }],
  )
})

const filters: readonly (readonly string[])[] = [
  [],
  [],
  ['country:DE'],
  ['country:DE', 'country:__null__'],
  ['!country:DE', '!country:__empty__'],
  ['country:__empty__'],
  ['country:US', '!country:US'],
  ['browser:Chrome', 'browser:none'],
  ['asn:64501', 'asn:0064502'],
  ['!asn:__null__'],
  ['view_has_ad:true'],
  ['preroll_requested:__null__'],
  ['cdn:=odd'],
  ['cdn:None'],
  ['video_title:Title 3'],
  // These read views, or days of these filters.
  ...filtersTogether,
]
const dimensionsAsked: readonly DimensionId[] = [
  'country',
  'browser',
  'asn',
  'view_has_ad',
  'preroll_requested',
  'video_title',
  'playback_failure',
]

/** A range of the world, down to the second; sometimes of whole hours or days. */
function aRange({ below, draw }: Random) {
  const unit = draw() < 0.3 ? tierMs.hour : draw() < 0.5 ? tierMs.day : 1_000
  const at = () =>
    worldStart + Math.floor(below(worldDays * tierMs.day + tierMs.hour) / unit) * unit
  const [start, end] = [at(), at()].toSorted((a, b) => a - b) as [number, number]
  return { start: new Date(start), end: new Date(Math.max(end, start + unit)), isHistorical: false }
}

/** Sums of fractions differ in their last digits, depending on the order in which they are added. */
function expectSame(found: unknown, expected: unknown, share = 1e-12, path = ''): void {
  if (typeof found === 'number' && typeof expected === 'number') {
    const apart = Math.abs(found - expected)
    const most = share * Math.max(1, Math.abs(expected))
    if (apart > most) expect.fail(`${path}: ${found} of pieces, ${expected} of views`)
    return
  }
  if (
    typeof found !== 'object' ||
    found === null ||
    typeof expected !== 'object' ||
    expected === null
  ) {
    expect(found, path).toBe(expected)
    return
  }
  expect(Object.keys(found), path).toEqual(Object.keys(expected))
  for (const [name, value] of Object.entries(expected))
    expectSame((found as Record<string, unknown>)[name], value, share, `${path}.${name}`)
}

/** Fails unless pieces and views give the same. */
export const runOnBoth = async <Answer>(
  world: World,
  what: string,
  ask: (tenant: Tenant) => Promise<Answer>,
  share?: number,
): Promise<void> => {
  const { id, clickhouse } = world.tenant
  const ofPieces = await ask({ id, clickhouse })
  expectSame(ofPieces, await ask({ id, clickhouse: aViewsOnlyClient(clickhouse) }), share, what)
}

/** Asks random questions of pieces and of views. */
export const runQuestions = async (
  world: World,
  random: Random,
  questions: number,
): Promise<void> => {
  for (let left = questions; left > 0; left -= 1) {
    const texts = random.pick(filters)
    const question: Question = {
      timeframe: aRange(random),
      filters: parseFilters(texts),
      metricFilters: [],
    }
    const { id, measurement } = random.pick(added)
    const { start, end } = question.timeframe
    const what = `${id} ${measurement} ${texts.join()} ${start.toISOString()} ${end.toISOString()}`
    await compareOne(world, random, what, id, measurement, question)
  }
}

async function compareOne(
  world: World,
  random: Random,
  what: string,
  id: MetricId,
  measurement: Measurement,
  question: Question,
) {
  const options = {
    dimension: random.pick(dimensionsAsked),
    orderBy: 'field',
    direction: 'asc',
    limit: 1_000,
    page: 1,
  } as const
  const step = random.pick(['hour', 'day'] as const)
  const kind = random.below(6)
  const definition = measured(id, measurement)
  const { id: environment, clickhouse } = world.tenant
  const views = { id: environment, clickhouse: aViewsOnlyClient(clickhouse) }
  const ofPercentile = percentileComparisons[kind]
  if (definition.formula.kind === 'quantile' && ofPercentile !== undefined) {
    const how = ['overall', step, `by ${options.dimension}`, `${step} by ${options.dimension}`]
    await ofPercentile({
      tenant: { id: environment, clickhouse },
      views,
      definition,
      what: `${how[kind]} ${what}`,
      id,
      measurement,
      question,
      step,
      options,
    })
    return
  }
  if (kind === 0)
    await runOnBoth(world, `overall ${what}`, (tenant) =>
      askOverall(tenant, id, measurement, question),
    )
  if (kind === 1)
    await runOnBoth(world, `${step} ${what}`, (tenant) =>
      askTimeseries(tenant, id, measurement, question, { step }),
    )
  if (kind === 2)
    await runOnBoth(
      world,
      `by ${options.dimension} ${what}`,
      (tenant) => askBreakdown(tenant, id, measurement, question, options),
      1e-9,
    )
  if (kind === 3)
    await runOnBoth(
      world,
      `${step} by ${options.dimension} ${what}`,
      (tenant) => askBreakdownTimeseries(tenant, id, measurement, question, { ...options, step }),
      1e-9,
    )
  if (kind === 4) await compareAll(world.tenant, views, `all ${what}`, question)
  if (kind === 5) await compareIntervals(world.tenant, views, `intervals ${what}`, question)
}

const isPercentile = ({ metric, measurement }: { metric: MetricId; measurement: Measurement }) =>
  measured(metric, measurement).formula.kind === 'quantile'

async function compareAll(tenant: Tenant, views: Tenant, what: string, question: Question) {
  const { approximate, values, ...totals } = await askComparison(tenant, question)
  const { approximate: _exact, values: expected, ...others } = await askComparison(views, question)
  const exact = (of: typeof values) => of.filter((one) => !isPercentile(one))
  expectSame(
    { ...totals, values: exact(values) },
    { ...others, values: exact(expected) },
    1e-12,
    what,
  )
  for (const [index, one] of values.entries()) {
    if (!isPercentile(one)) continue
    const { formula } = measured(one.metric, one.measurement)
    const own = `${what} ${one.metric} ${one.measurement}`
    const other = expected[index]?.value
    if (!isNear(one.value, other, { formula, approximate }))
      expect.fail(`${own}: ${one.value} of pieces, ${other} of views`)
  }
}

async function compareIntervals(tenant: Tenant, views: Tenant, what: string, question: Question) {
  const found = await askIntervals(tenant, question)
  const expected = await askIntervals(views, question)
  const exact = (of: typeof found) => of.filter((one) => !isPercentile(one))
  // Errors are roots of differences of large sums.
  expectSame(exact(found), exact(expected), 1e-6, what)
  for (const [index, one] of found.entries()) {
    if (!isPercentile(one)) continue
    const { formula } = measured(one.metric, one.measurement)
    const other = expected[index]!
    const own = `${what} ${one.metric} ${one.measurement}`
    expect(one.views, own).toBe(other.views)
    if (!hasInterval(one.interval, other.interval, { formula }))
      expect.fail(`${own}: ${JSON.stringify([one.interval, other.interval])}`)
  }
}
