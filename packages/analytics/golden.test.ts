import { join } from 'node:path'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { expect, test } from 'vitest'
import { breakdownQuery } from './ask-breakdown.sql.ts'
import { breakdownTimeseriesQuery } from './ask-breakdown-timeseries.sql.ts'
import { dimensionValuesQuery } from './ask-dimension-values.sql.ts'
import { overallQuery } from './ask-overall.sql.ts'
import { timeseriesQuery } from './ask-timeseries.sql.ts'
import { measured } from './question/definition.ts'
import { parseFilters } from './question/parse-filters.ts'
import { parseMetricFilters } from './question/parse-metric-filters.ts'
import type { Question } from './question/question-shape.ts'

type Query = ReturnType<typeof overallQuery>

const clickhouse = await makeTestClickHouse()
const tenant = { id: '00000000-0000-4000-8000-000000000000', clickhouse }
const start = new Date('2026-11-01T00:00:00Z')
const end = new Date('2026-11-08T00:00:00Z')
const options = {
  dimension: 'browser',
  orderBy: 'negative_impact',
  direction: 'desc',
  limit: 25,
  page: 2,
} as const
const representative = [
  ['views', 'count'],
  ['unique_viewers', 'count'],
  ['viewer_experience_score', 'avg'],
  ['video_startup_time', 'median'],
  ['rebuffer_percentage', 'avg'],
] as const

function questionOf(isHistorical: boolean): Question {
  return {
    timeframe: { start, end, isHistorical },
    filters: parseFilters(['video_series:a', 'video_series:__null__', '!view_has_ad:true']),
    metricFilters: isHistorical ? [] : parseMetricFilters(['video_startup_time>=500']),
  }
}

/** The query as readable lines, with its bound values. */
function readable(query: Query): string {
  const lines = query.text.split('\n').map((line) => line.trim())
  const values = Object.entries(query.parameters).map(
    ([name, value]) => `-- ${name} = ${textOf(value)}`,
  )
  return `${[...lines, ...values].join('\n')}\n`
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : JSON.stringify(value)
}

for (const source of ['raw', 'daily'] as const) {
  const question = questionOf(source === 'daily')
  const queries: [string, Query][] = [
    ...representative.flatMap(([metric, measurement]): [string, Query][] => {
      const definition = measured(metric, measurement)
      return [
        [`overall-${metric}`, overallQuery(tenant, definition, question)],
        [`timeseries-${metric}`, timeseriesQuery(tenant, definition, question, 'day')],
        [`breakdown-${metric}`, breakdownQuery(tenant, definition, question, options)],
      ]
    }),
    [
      'breakdown-timeseries-views',
      breakdownTimeseriesQuery(
        tenant,
        measured('views', 'count'),
        question,
        { dimension: 'browser', step: 'day' },
        ['Chrome', null],
      ),
    ],
    [
      'dimension-values',
      dimensionValuesQuery(tenant, 'browser', question, {
        ...options,
        search: 'chr',
        orderBy: 'total_count',
      }),
    ],
  ]

  test.each(queries)(
    `the statement of ${source} %s is the one that was reviewed`,
    async (name, query) => {
      const file = join(import.meta.dirname, 'golden', `${name}.${source}.golden.sql`)
      await expect(readable(query)).toMatchFileSnapshot(file)
    },
  )
}
