import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { askMonitoringTimeseries } from '@playhead/analytics/monitoring/ask-monitoring-timeseries.sql.ts'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { aSampleFactory } from '@playhead/testing/rows/sample-rows.ts'
import type { EvaluatedRow } from '../rules/rules.sql.ts'
import { aDice } from '../testing-dice.ts'
import { askQuestions } from './ask-questions.ts'
import { statementsOf } from './statements-of.ts'
import { watchedFilters } from './watched-filters.ts'
import { WatchedQuestion } from './watched-question.ts'

const clickhouse = await makeTestClickHouse()
const range = { first: 1_900_000_000, last: 1_900_000_010 }
const steps = [range.first, range.first + 5, range.last]

const values = {
  country: ['DE', 'AT', '', null],
  cdn: ['a', 'b', null],
  asn: ['1', '22', null],
  view_has_ad: ['true', 'false'],
  platform: ['Chrome on Linux', 'Chrome', null],
} as const
type Filter = EvaluatedRow['filters'][number]

const aWorld = async (dice: () => number) => {
  const environment = { id: randomUUID(), clickhouse }
  const of = <T>(some: readonly T[]) => some[Math.floor(dice() * some.length)]!
  const add = aSampleFactory(clickhouse, environment)
  const samples = Array.from({ length: 400 }, () => ({
    sampled_at: of(steps),
    country: of([...values.country, 'CH']),
    cdn: of([...values.cdn, 'c']),
    asn: of([1, 22, 333, null]),
    view_has_ad: dice() < 0.5,
    browser: of(['Chrome', 'Safari', null]),
    operating_system: of(['Linux', null]),
    is_watching: dice() < 0.9,
    failed: dice() < 0.2,
  }))
  await add(range.first, ...samples)
  const aFilter = (): Filter => {
    const dimension = of(['country', 'cdn', 'asn', 'view_has_ad', 'platform'] as const)
    return {
      dimension,
      value: of<string | null>(values[dimension]),
      display_value: '',
      exclude: dice() < 0.4,
    }
  }
  const rules = Array.from({ length: 30 }, () => ({
    environment_id: environment.id,
    filters: Array.from({ length: Math.floor(dice() * 4) }, aFilter),
    group_by: [],
  })) as unknown as EvaluatedRow[]
  return { environment, rules }
}

const ask = async (environment: { id: string; clickhouse: ClickHouse }, rules: EvaluatedRow[]) => {
  const questions = rules.map((rule) => ({
    rules: [rule],
    watched: new WatchedQuestion(),
    first: range.first,
    range,
    asked: range.first,
  }))
  const statements = statementsOf(questions, (one) => one.rules[0]!)
  for (const asked of statements) await askQuestions(environment, asked)
  return { questions, statements: statements.length }
}

test('filters that share a statement let through what each of them would in its own', async () => {
  const worlds = howMany('filtered worlds', { usual: 2, long: 10, release: 100 })
  for (let seed = 1; seed <= worlds; seed += 1) {
    const { environment, rules } = await aWorld(aDice(seed))
    const { questions, statements } = await ask(environment, rules)
    // All values of the five dimensions are few enough for one statement.
    expect(statements).toBe(1)
    for (const {
      rules: [rule],
      watched,
    } of questions) {
      const filters = watchedFilters(rule!)
      const points = await askMonitoringTimeseries(environment, 'playback-failure-percentage', {
        range,
        filters,
      })
      for (const { step, value, viewers } of points) {
        const {
          over,
          under,
          viewers: seen,
        } = watched.sumsBetween('playback-failure-percentage', step, step).get('') ?? {
          over: 0,
          under: 0,
          viewers: 0,
        }
        const what = `seed ${seed}, step ${step}, ${JSON.stringify(filters)}`
        expect(seen, what).toBe(viewers)
        expect(under > 0 ? over / under : null, what).toBe(value)
      }
    }
  }
})

test('any number of values of the same dimensions is one statement, and each group has its sums', async () => {
  const environment = { id: randomUUID(), clickhouse }
  const add = aSampleFactory(clickhouse, environment)
  await add(
    range.first,
    { cdn: 'a', country: 'DE' },
    { cdn: 'b', country: 'DE' },
    { cdn: 'b', country: null },
  )
  const asked: string[] = []
  const counting: ClickHouse = {
    ...clickhouse,
    rows: (Row, query, options) => {
      asked.push(query.text)
      return clickhouse.rows(Row, query, options)
    },
  }
  const rules = ['a', 'b', 'c'].map((value) => ({
    environment_id: environment.id,
    filters: [{ dimension: 'cdn', value, display_value: '', exclude: value === 'c' }],
    group_by: ['country'],
  })) as unknown as EvaluatedRow[]
  const { questions } = await ask({ ...environment, clickhouse: counting }, rules)
  expect(asked).toHaveLength(1)
  const viewersOf = ({ watched }: (typeof questions)[number]) =>
    Object.fromEntries(
      [...watched.sumsBetween('current-concurrent-viewers', range.first, range.last)].map(
        ([key, { viewers }]) => [key, viewers],
      ),
    )
  expect(questions.map(viewersOf)).toEqual([
    { '["DE"]': 1 },
    { '["DE"]': 1, '[null]': 1 },
    { '["DE"]': 2, '[null]': 1 },
  ])
})

test('many values of different dimensions are different statements', () => {
  const aRule = (dimension: string, number: number) =>
    ({
      environment_id: 'one',
      filters: [{ dimension, value: `value ${number}`, display_value: '', exclude: false }],
      group_by: [],
    }) as unknown as EvaluatedRow
  const rules = Array.from({ length: 90 }, (_, at) =>
    aRule(['cdn', 'country', 'region'][at % 3]!, at),
  )
  const statements = statementsOf(rules, (rule) => rule)
  // Thirty values each: two dimensions fit together, a third does not.
  expect(statements.map((some) => some.length).toSorted()).toEqual([30, 60])
  expect(statementsOf(rules.slice(0, 24), (rule) => rule)).toHaveLength(1)
})
