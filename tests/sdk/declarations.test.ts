import Mux from '@mux/mux-node'
import { expect, test } from 'vitest'
import { drivenResources, methodsOf } from './checked-data.ts'
import { answerOf, problemsOf, timeFieldsOf } from './declarations.ts'
import { timeFormatOf, timeProblems } from './time-formats.ts'

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

test('missing, null and mistyped fields are found, at any depth and in every row', () => {
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

test('comments of the installed client say how times are written, and each is read', () => {
  expect(timeFieldsOf('system')).toEqual([
    'SigningKey.created_at: unix seconds',
    'UsageExport.download_url_expires_at: unix seconds',
    'Webhook.created_at: ISO 8601',
  ])
  expect(timeFieldsOf('video')).toEqual(
    expect.arrayContaining([
      'Asset.created_at: unix seconds',
      'Asset.RecordingTime.started_at: ISO 8601',
      'DeliveryReport.deleted_at: unix seconds',
      'PlaybackRestriction.updated_at: unix seconds',
      'TranscriptionVocabulary.created_at: unix seconds',
    ]),
  )
  expect(timeFieldsOf('data')).toContain('ErrorsResponse.Data.last_seen: ISO 8601')
})

test.each([
  ['Time at which it was made, as an ISO 8601 UTC datetime.', '2026-11-22T08:00:00.000Z'],
  ['The value is Unix epoch time represented in ISO 8601 format.', '2026-11-22T08:00:00+01:00'],
  ['Measured in seconds since the Unix epoch.', '1795334400'],
  ['Defined as a Unix timestamp (seconds since epoch).', 1795334400],
  ['Start and end unix timestamps for the data range', [1795334400, 1795338000]],
])('%s: times of that kind are taken, others are not', (comment, time) => {
  expect(timeProblems(time, comment, 'it')).toEqual([])
  expect(timeProblems(null, comment, 'it')).toEqual([])
  for (const wrong of [1_795_334_400_000, 'Nov 22 2026', '2026-11-22'])
    expect(timeProblems(wrong, comment, 'it')).toEqual([
      `it is ${JSON.stringify(wrong)} and not ${timeFormatOf(comment)}`,
    ])
  const other = timeFormatOf(comment) === 'ISO 8601' ? 1795334400 : '2026-11-22T08:00:00.000Z'
  expect(timeProblems([time, other].flat(), comment, 'it')).toHaveLength(1)
})

test('an answer whose time is not as its comment says is found', () => {
  const webhook = { id: 'a', address: 'b', created_at: '1795334400', enabled: true }
  expect(problemsOf(webhook, answerOf(['webhooks', 'retrieve'], 'system'), 'it')).toEqual([
    'it.created_at is "1795334400" and not ISO 8601',
  ])
})
