import { describe, expect, test } from 'vitest'
import { flagDefaults } from '@playhead/domain/flags.ts'
import {
  parseMetricPredicate,
  parsePredicate,
  predicateValue,
  valueOfPredicate,
  writeMetricPredicate,
  writePredicate,
} from './predicate.ts'
import { readQuestion, withoutPredicates, withPredicate } from './question.ts'

const written = (text: string) => parsePredicate(text).map(writePredicate)

describe('filters of dimensions', () => {
  const kept: [string, string][] = [
    ['country:US', 'country:US'],
    ['!country:US', '!country:US'],
    ['video_title:a: b, "c"', 'video_title:a: b, "c"'],
    ['video_title:', 'video_title:'],
    ['!cdn:__null__', '!cdn:__null__'],
    ['+video_cdn_trace:fastly', '+video_cdn_trace:fastly'],
    [' video_cdn_trace:fastly', '+video_cdn_trace:fastly'],
    ['video_cdn_trace:fastly', '+video_cdn_trace:fastly'],
    ['!video_cdn_trace:[fastly,akamai]', '!video_cdn_trace:[fastly,akamai]'],
    ['asn:64500', 'asn:64500'],
    ['view_has_ad:true', 'view_has_ad:true'],
  ]
  test.each(kept)('METR-051 %s is understood', (text, wanted) => {
    expect(written(text)).toEqual([wanted])
  })

  const dropped = [
    'shoe_size:44',
    'country',
    '',
    ':US',
    'constructor:1',
    'asn:many',
    'view_has_ad:2',
  ]
  test.each(dropped)('METR-051 %s is none', (text) => {
    expect(written(text)).toEqual([])
  })

  test('METR-051 __null__ and __empty__ mean no value and the empty text', () => {
    expect([null, '', 'x'].map(predicateValue)).toEqual(['__null__', '__empty__', 'x'])
    expect(['__null__', '__empty__', 'x'].map(valueOfPredicate)).toEqual([null, '', 'x'])
  })
})

describe('metric filters', () => {
  const operators = ['<', '<=', '=', '!=', '>', '>=']
  test.each(operators)('METR-072 %s compares with a number', (operator) => {
    const [predicate] = parseMetricPredicate(`video_startup_time${operator}1000.5`)
    expect(predicate).toEqual({ metric: 'video_startup_time', operator, value: 1000.5 })
    expect(writeMetricPredicate(predicate!)).toBe(`video_startup_time${operator}1000.5`)
  })

  const dropped = [
    'video_startup_time',
    'video_startup_time>',
    '>5',
    'video_startup_time>soon',
    'video_startup_time=>5',
    'shoe_size>5',
    'views>5',
  ]
  test.each(dropped)('METR-080 %s matches no pattern and is dropped', (text) => {
    expect(parseMetricPredicate(text)).toEqual([])
  })
})

describe('the question', () => {
  const read = (filters: string[], more: { metric_filters?: string[]; maxFilters?: number } = {}) =>
    readQuestion(
      { filters, metric_filters: more.metric_filters },
      {
        now: Date.now(),
        flags: { ...flagDefaults, maxFilters: more.maxFilters ?? 10 },
        fallback: '24:hours',
      },
    ).question

  test('METR-064 the last word on a dimension holds for all its values, each once', () => {
    const { predicates } = read(['country:US', 'cdn:fastly', '!country:US', '!country:DE'])
    expect(predicates.map(writePredicate)).toEqual(['!country:US', 'cdn:fastly', '!country:DE'])
  })

  const additions: [string, string, string][] = [
    ['country:US', 'country:FR', 'country:US country:FR'],
    ['country:US', 'country:US', 'country:US'],
    ['!country:US', '!country:FR', '!country:US !country:FR'],
    ['!country:US cdn:fastly', 'country:FR', 'cdn:fastly country:FR'],
    ['country:US country:FR', '!country:FR', 'country:US'],
    ['country:US cdn:fastly', '!country:US', 'cdn:fastly !country:US'],
  ]
  test.each(additions)('METR-064 %s with %s is %s', (before, text, after) => {
    const added = withPredicate(before.split(' ').flatMap(parsePredicate), parsePredicate(text)[0]!)
    expect(added.map(writePredicate).join(' ')).toBe(after)
  })

  test('METR-068 with a country its regions go, and only then', () => {
    const { predicates } = read(['country:US', 'country:CA', 'region:Ohio', 'cdn:fastly'])
    const left = (isGone: string) =>
      withoutPredicates(predicates, (one) => writePredicate(one) === isGone).map(writePredicate)
    expect(left('country:CA')).toEqual(['country:US', 'cdn:fastly'])
    expect(left('cdn:fastly')).toEqual(['country:US', 'country:CA', 'region:Ohio'])
  })

  test('METR-057 METR-069 dimensions are counted, not values; the first ones stay', () => {
    const filters = ['country:US', 'country:CA', 'cdn:fastly', 'browser:Chrome', 'country:FR']
    expect(read(filters, { maxFilters: 2 }).predicates.map(writePredicate)).toEqual([
      'country:US',
      'country:CA',
      'cdn:fastly',
      'country:FR',
    ])
    expect(read(filters, { maxFilters: -1 }).predicates).toHaveLength(5)
  })
})
