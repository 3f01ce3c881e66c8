import { expect, test } from 'vitest'
import { parseSearch, type Search } from '@playhead/web-kit/navigation/url-state.ts'
import { choiceSearch, isMisread, readChoice } from './metric-choice.ts'

const read = (search: Search, isHistorical = false) => readChoice(search, isHistorical)
const addressOf = (search: Search) =>
  Object.fromEntries(Object.entries(choiceSearch(read(search))).filter(([, value]) => value))

test('METR-008 without parameters it is the average experience score by browser', () => {
  expect(read({})).toEqual({
    metric: 'viewer_experience_score',
    measurement: 'avg',
    dimension: 'browser',
    tab: 'breakdown',
    query: '',
    graphs: ['previous'],
    order: 'negative_impact',
    direction: 'desc',
  })
  expect(addressOf({})).toEqual({})
})

test.each<[string, string, unknown]>([
  ['activeTab=description', 'tab', 'description'],
  ['activeTab=video-views', 'tab', 'video-views'],
  ['activeTab=everything', 'tab', 'breakdown'],
  ['activeTab=insights&metric=views', 'tab', 'breakdown'],
  ['metric=video_startup_time', 'measurement', 'median'],
  ['metric=video_startup_time&measurement=95th', 'measurement', '95th'],
  ['metric=views&measurement=95th', 'measurement', 'count'],
  ['metric=nothing', 'metric', 'viewer_experience_score'],
  ['metric=rebuffering_score', 'metric', 'rebuffer_score'],
  ['metric=toString', 'metric', 'viewer_experience_score'],
  ['breakdown=country', 'dimension', 'country'],
  ['breakdown=player_width', 'dimension', 'browser'],
  ['breakdown=constructor', 'dimension', 'browser'],
  ['query=%20fire%20', 'query', 'fire'],
  [`query=${'x'.repeat(300)}`, 'query', 'x'.repeat(200)],
  ['graphs[]=none', 'graphs', []],
  ['graphs[]=average', 'graphs', ['average']],
  ['graphs[]=average&graphs[]=previous', 'graphs', ['previous', 'average']],
  ['graphs[]=sideways', 'graphs', ['previous']],
  ['order_by=views', 'order', 'views'],
  ['order_by=colour', 'order', 'negative_impact'],
  ['order_by=negative_impact&metric=views', 'order', 'value'],
  ['order_direction=asc', 'direction', 'asc'],
  ['order_direction=up', 'direction', 'desc'],
])('METR-009 METR-010 %s is read as %s %s', (text, name, value) => {
  expect(read(parseSearch(text))).toMatchObject({ [name]: value })
})

test('METR-011 METR-049 older ranges know neither insights nor views, and basic dimensions alone', () => {
  expect(read({ activeTab: 'insights' }, true).tab).toBe('breakdown')
  expect(read({ activeTab: 'video-views' }, true).tab).toBe('breakdown')
  expect(read({ activeTab: 'description' }, true).tab).toBe('description')
  expect(read({ breakdown: 'browser_version' }, true).dimension).toBe('browser')
  expect(read({ breakdown: 'operating_system' }, true).dimension).toBe('operating_system')
})

test('METR-010 a choice is written so that it reads back the same', () => {
  const text =
    'metric=video_startup_time&measurement=95th&breakdown=country&activeTab=insights&graphs[]=none&order_by=views&order_direction=asc'
  expect(addressOf(parseSearch(text))).toEqual(parseSearch(text))
})

test('METR-009 only what is not understood is a reason to write the address again', () => {
  const misread = (search: Search) => isMisread(search, read(search))
  expect(misread({})).toBe(false)
  expect(misread({ metric: 'viewer_experience_score', activeTab: 'breakdown' })).toBe(false)
  expect(misread({ graphs: ['previous'] })).toBe(false)
  expect(misread({ graphs: ['none'] })).toBe(false)
  expect(misread({ graphs: ['average', 'previous'] })).toBe(false)
  expect(misread({ filters: ['country:US'] })).toBe(false)
  expect(misread({ activeTab: 'everything' })).toBe(true)
  expect(misread({ metric: 'rebuffering_score' })).toBe(true)
})
