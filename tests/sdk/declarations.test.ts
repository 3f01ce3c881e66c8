import Mux from '@mux/mux-node'
import { expect, test } from 'vitest'
import { drivenResources, methodsOf } from './checked-data.ts'
import { answerOf, problemsOf } from './declarations.ts'

const { data, video } = new Mux({ tokenId: 'id', tokenSecret: 'secret' })

test('the resources that are driven are all that the client has', () => {
  const all = new Set(methodsOf(data).map(([resource]) => resource))
  expect([...all].toSorted()).toEqual(Object.values(drivenResources).flat().toSorted())
  expect(methodsOf(data).length).toBeGreaterThan(40)
})

test('the client declares an answer for each of its methods', () => {
  for (const names of methodsOf(data)) expect(answerOf(names).text).toMatch(/^\w/)
  for (const names of methodsOf(video)) expect(answerOf(names, 'video').text).toMatch(/^\w/)
})

test('other names of types are looked up, across files too', () => {
  const playbackId = answerOf(['assets', 'createPlaybackId'], 'video')
  expect(problemsOf({ id: 'a', policy: 'secret' }, playbackId, 'it')).toEqual([
    `it.policy is "secret" and not 'public'`,
  ])
  const tracks = answerOf(['assets', 'generateSubtitles'], 'video')
  expect(problemsOf([{ id: 1 }], tracks, 'it')).toEqual(['it[0].id is 1 and not string'])
  const pages = answerOf(['assets', 'list'], 'video')
  expect(problemsOf({ data: [{}] }, pages, 'it')).toContain('it[0].id is missing and not string')
})

test('what is missing, null or of another type is found, at any depth and in every row', () => {
  const overall = answerOf(['metrics', 'getOverallValues'])
  const answer = {
    data: { total_playing_time: null, total_views: 1, total_watch_time: 5, value: 0.5 },
    meta: { aggregation: 'avg' },
    timeframe: [1, 2],
    total_row_count: null,
  }
  expect(problemsOf(answer, overall, 'it')).toEqual([])
  const { total_views: _left, ...rest } = answer.data
  const broken = { ...answer, data: { ...rest, value: '0.5' }, timeframe: [1, null] }
  expect(problemsOf(broken, overall, 'it')).toEqual([
    'it.data.total_views is missing and not number',
    'it.data.value is "0.5" and not number',
    'it.timeframe[1] is null and not number',
  ])
  const views = answerOf(['videoViews', 'list'])
  expect(problemsOf({ data: [{}] }, views, 'rows')).toContain(
    'rows[0].view_end is missing and not string',
  )
  const tree = {
    data: [{ name: 'a', value: null, items: [{}] }],
    timeframe: [],
    total_row_count: 1,
  }
  expect(problemsOf(tree, answerOf(['metrics', 'list']), 'it')).toEqual(
    expect.arrayContaining(['it.data[0].value is null and not number']),
  )
  const events = answerOf(['videoViews', 'retrieve'])
  const view = { data: { events: [{ name: 'play', details: 1 }] } }
  expect(problemsOf(view, events, 'it')).toContain(
    'it.data.events[0].event_time is missing and not number',
  )
})
