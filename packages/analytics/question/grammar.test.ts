import { describe, expect, test } from 'vitest'
import { GrammarError } from './grammar-error.ts'
import { parseFilters } from './parse-filters.ts'
import { parseMetricFilters } from './parse-metric-filters.ts'
import { checkLimits } from './question.ts'
import { stepOf, stepTimes } from './step.ts'
import type { Limits } from './tenant.ts'
import { resolveTimeframe } from './timeframe.ts'

const now = new Date('2026-11-21T10:00:00Z')
const limits: Limits = {
  maxFilters: 2,
  retentionDays: 100,
  historicalMetrics: true,
  metricFiltersEnabled: true,
}
const frame = (texts: string[] | undefined, changed: Partial<Limits> = {}) =>
  resolveTimeframe(texts, { now, limits: { ...limits, ...changed }, fallback: '24:hours' })
const seconds = (text: string) => String(Date.parse(text) / 1_000)

function errorOf(work: () => unknown): GrammarError {
  try {
    work()
  } catch (error) {
    if (error instanceof GrammarError) return error
    throw error
  }
  throw new Error('It was understood.')
}

describe('filters', () => {
  test('METR-051 a value may be excluded, contain colons, or mean no value or the empty text', () => {
    const texts = ['country:DE', '!cdn:a:b:c', 'browser:__null__', 'browser:__empty__', 'city:']
    expect(parseFilters(texts).map(({ match, isExcluded }) => ({ match, isExcluded }))).toEqual([
      { match: { kind: 'equal', value: 'DE' }, isExcluded: false },
      { match: { kind: 'equal', value: 'a:b:c' }, isExcluded: true },
      { match: { kind: 'equal', value: null }, isExcluded: false },
      { match: { kind: 'equal', value: '' }, isExcluded: false },
      { match: { kind: 'equal', value: '' }, isExcluded: false },
    ])
  })

  test('lists are asked for members and for exact sequences', () => {
    const texts = ['+video_cdn_trace:a', '-video_cdn_trace:b', 'video_cdn_trace:[a,b]']
    const filters = parseFilters([...texts, 'video_cdn_trace:[]', '!video_cdn_trace:[a]'])
    expect(filters.map(({ match, isExcluded }) => [match, isExcluded])).toEqual([
      [{ kind: 'contain', value: 'a' }, false],
      [{ kind: 'contain', value: 'b' }, true],
      [{ kind: 'sequence', values: ['a', 'b'] }, false],
      [{ kind: 'sequence', values: [] }, false],
      [{ kind: 'sequence', values: ['a'] }, true],
    ])
  })

  test('an unencoded plus that arrives as a space is read as a plus', () => {
    expect(parseFilters([' video_cdn_trace:a'])).toMatchObject(
      parseFilters(['+video_cdn_trace:a']).map(({ text: _text, ...filter }) => filter),
    )
  })

  test.each([
    ['colour:red', 0, 'colour is not a dimension'],
    ['!colour:red', 1, 'colour is not a dimension'],
    ['', 0, 'A dimension is missing'],
    ['country', 7, 'A colon and a value must follow country'],
    ['+country:DE', 0, '+ is for lists only'],
    ['view_has_ad:maybe', 12, 'must be true, false or __null__'],
    ['asn:12x', 4, 'must be a number'],
    ['__proto__:1', 0, '__proto__ is not a dimension'],
    ['constructor:1', 0, 'constructor is not a dimension'],
  ])('the filter %j is refused at its place', (text, offset, message) => {
    const error = errorOf(() => parseFilters(['browser:Chrome', text]))
    expect(error).toMatchObject({ field: 'filters', position: 1, offset })
    expect(error.message).toContain(message)
    expect(error.message).toContain(`filters[1] at character ${offset + 1}`)
  })
})

describe('metric filters', () => {
  test('METR-072 a metric, one of six operators and a number', () => {
    const texts = ['<', '<=', '=', '!=', '>', '>='].map((each) => `video_startup_time${each}1000`)
    expect(parseMetricFilters(texts).map(({ operator, value }) => [operator, value])).toEqual([
      ['<', 1000],
      ['<=', 1000],
      ['=', 1000],
      ['!=', 1000],
      ['>', 1000],
      ['>=', 1000],
    ])
  })

  test('METR-080 a filter without a metric, an operator or a number is ignored', () => {
    const texts = ['', '>1', 'video_startup_time', 'video_startup_time>', 'video_startup_time>a']
    expect(parseMetricFilters([...texts, 'video_startup_time>1e999'])).toEqual([])
    expect(parseMetricFilters([' video_startup_time >= 1.5 '])).toMatchObject([{ value: 1.5 }])
  })

  test('a metric that is none, or that no view has a value of, is refused', () => {
    const unknown = errorOf(() => parseMetricFilters(['a', 'speed>1']))
    expect(unknown).toMatchObject({ field: 'metric_filters', position: 1, offset: 0 })
    expect(unknown.message).toContain('speed is not a metric')
    const uncountable = errorOf(() => parseMetricFilters(['unique_viewers>1']))
    expect(uncountable.message).toContain('cannot be filtered by unique_viewers')
  })
})

describe('timeframes', () => {
  test.each([
    ['60:minutes', '2026-11-21T09:00:00Z'],
    ['6:hours', '2026-11-21T04:00:00Z'],
    ['24:hours', '2026-11-20T10:00:00Z'],
    ['7:days', '2026-11-14T10:00:00Z'],
    ['2:weeks', '2026-11-07T10:00:00Z'],
    ['3:months', '2026-08-21T10:00:00Z'],
  ])('TIME-001 TIME-002 %s ends now', (text, start) => {
    expect(frame([text])).toEqual({ start: new Date(start), end: now, isHistorical: false })
  })

  test('TIME-001 two epoch seconds are a start and an end', () => {
    const [start, end] = ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z']
    expect(frame([seconds(start), seconds(end)])).toEqual({
      start: new Date(start),
      end: new Date(end),
      isHistorical: false,
    })
  })

  test('TIME-004 without one it is the last 24 hours', () => {
    expect(frame(undefined)).toEqual(frame(['24:hours']))
    expect(frame([])).toEqual(frame(['24:hours']))
  })

  test('TIME-008 TIME-033 a timeframe that begins more than 100 days ago is historical and starts with a whole day', () => {
    const halfYear = frame(['6:months'])
    expect(halfYear).toMatchObject({
      start: new Date('2026-05-21T00:00:00Z'),
      isHistorical: true,
    })
    const at = (days: number) => String(Math.floor(now.getTime() / 1_000 - days * 86_400))
    expect(frame([at(100), at(0)]).isHistorical).toBe(false)
    expect(frame([at(100.001), at(0)]).isHistorical).toBe(true)
  })

  test('TIME-031 TIME-032 METR-028 a timeframe before the retention window is refused with the earliest date', () => {
    const at = (days: number) => [
      String(now.getTime() / 1_000 - days * 86_400),
      seconds('2026-11-21'),
    ]
    expect(frame(at(395)).isHistorical).toBe(true)
    expect(errorOf(() => frame(at(397)))).toMatchObject({ field: 'timeframe' })
    const short = { historicalMetrics: false, retentionDays: 35 }
    expect(frame(at(35), short).isHistorical).toBe(false)
    expect(errorOf(() => frame(at(37), short)).message).toBe(
      'This time frame includes dates outside your retention period. It should start no earlier than 2026-10-18.',
    )
    expect(errorOf(() => frame(['6:months'], { historicalMetrics: false })).message).toContain(
      'no earlier than 2026-08-14',
    )
    expect(errorOf(() => frame(at(102), { ...short, retentionDays: 0 })).message).toContain(
      '2026-08-14',
    )
  })

  test.each([
    [['24:fortnights'], 0, 3],
    [['24:hours!'], 0, 3],
    [['hours'], 0, 0],
    [['24'], 0, 2],
    [['0:hours'], 0, 0],
    [['1', '2', '3'], 2, 0],
    [['1', 'x'], 1, 0],
    [['-1', '5'], 0, 0],
    [['99999999999999', '5'], 0, 14],
  ])('the timeframe %j is refused at its place', (texts, position, offset) => {
    expect(errorOf(() => frame(texts))).toMatchObject({ field: 'timeframe', position, offset })
  })

  test('TIME-020 an end that is not after the start is refused', () => {
    const error = errorOf(() => frame(['1795250000', '1795250000']))
    expect(error.message).toBe('Invalid dates. Start date must be before end date')
  })

  test('an end further ahead than a year is refused, or an answer would have steps without end', () => {
    const at = (days: number) => String(now.getTime() / 1_000 + days * 86_400)
    expect(frame([at(-1), at(366)]).end).toEqual(new Date(Number(at(366)) * 1_000))
    for (const end of [at(367), '8640000000000'])
      expect(errorOf(() => frame([at(-1), end]))).toMatchObject({ field: 'timeframe', position: 1 })
  })

  test('TIME-034 the step follows from the length, and from the source of historical ranges', () => {
    const step = (text: string, asked?: string) => stepOf(frame([text]), asked)
    expect(
      ['60:minutes', '61:minutes', '6:hours', '7:hours', '15:days', '16:days'].map((each) =>
        step(each),
      ),
    ).toEqual(['minute', 'ten_minutes', 'ten_minutes', 'hour', 'hour', 'day'])
    expect(step('24:hours', 'ten_minute')).toBe('ten_minutes')
    expect(step('24:hours', 'week')).toBeUndefined()
    expect(step('6:months', 'hour')).toBe('day')
    expect(stepTimes(frame(['60:minutes']), 'minute')).toHaveLength(60)
  })
})

describe('limits of the plan', () => {
  const question = (filters: string[], metricFilters: string[] = [], timeframe = '24:hours') => ({
    timeframe: frame([timeframe]),
    filters: parseFilters(filters),
    metricFilters: parseMetricFilters(metricFilters),
  })

  test('METR-057 filters are counted in distinct dimensions', () => {
    const allowed = question(['country:DE', 'country:FR', '!browser:Edge'])
    expect(() => checkLimits(allowed, limits)).not.toThrow()
    const tooMany = question(['country:DE', 'browser:Edge', 'country:FR', 'cdn:a'])
    expect(errorOf(() => checkLimits(tooMany, limits))).toMatchObject({
      field: 'filters',
      position: 3,
    })
    expect(() => checkLimits(tooMany, { ...limits, maxFilters: -1 })).not.toThrow()
  })

  test('METR-071 metric filters need their flag and are counted in distinct metrics', () => {
    const asked = question([], ['video_startup_time>1', 'video_startup_time<9', 'rebuffer_count>0'])
    expect(() => checkLimits(asked, limits)).not.toThrow()
    const tooFew = { ...limits, maxFilters: 1 }
    expect(errorOf(() => checkLimits(asked, tooFew))).toMatchObject({
      field: 'metric_filters',
      position: 2,
    })
    const without = { ...limits, metricFiltersEnabled: false }
    expect(errorOf(() => checkLimits(asked, without)).field).toBe('metric_filters')
  })

  test('METR-060 METR-081 historical ranges know basic dimensions and no metric filters', () => {
    expect(() => checkLimits(question(['browser:Edge'], [], '6:months'), limits)).not.toThrow()
    const advanced = errorOf(() =>
      checkLimits(question(['browser:Edge', 'country:DE'], [], '6:months'), limits),
    )
    expect(advanced).toMatchObject({ field: 'filters', position: 1 })
    expect(advanced.message).toContain('Dimension not available for the selected time range')
    const metric = errorOf(() =>
      checkLimits(question([], ['video_startup_time>1'], '6:months'), limits),
    )
    expect(metric.message).toBe("Metrics filtering isn't available for the selected time range")
  })
})
