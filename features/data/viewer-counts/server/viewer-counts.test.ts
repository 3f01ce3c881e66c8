import Mux from '@mux/mux-node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { stepOf } from '@playhead/analytics/monitoring/steps.ts'
import { liveStreamsServer } from '@playhead/features/video/live-streams/server'
import { signingKeysServer } from '@playhead/features/system/signing-keys/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { aSampleFactory } from '@playhead/testing/rows/sample-rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { viewerCountsServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { api, call, clock, database } = await startTestApp(
  [liveStreamsServer, signingKeysServer, viewerCountsServer],
  { clickhouse },
)
const make = aFactory(database)

// Three seconds into a step: the previous step is the newest complete one.
const now = new Date((stepOf(Date.now() / 1000) + 3) * 1000)
clock.now = () => now
const newest = stepOf(now.getTime() / 1000) - 5

const setUp = async () => {
  const { environment } = await make.world()
  const token = await make.accessToken(environment, ['system:write'])
  const { data: key } = (await call('/system/v1/signing-keys', { method: 'POST', token })).body
  const { jwt } = new Mux({ tokenId: token.id, tokenSecret: token.secret })
  const signing = { keyId: key.id as string, keySecret: key.private_key as string }
  const signed = (id: string, more: object = {}) =>
    jwt.signViewerCounts(id, { ...signing, expiration: '1h', ...more })
  return {
    environment,
    token,
    jwt,
    key,
    signing,
    signed,
    add: aSampleFactory(clickhouse, environment),
    addEarly: aSampleFactory(clickhouse, environment, 'early_samples'),
  }
}

const ask = async (token: string, method = 'GET') => {
  const answer = await api.request(`http://localhost/counts?token=${encodeURIComponent(token)}`, {
    method,
    headers: { origin: 'https://shop.example' },
  })
  const text = await answer.text()
  return { answer, status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
}

describe('counts at the root', () => {
  test('are of the views that are watched now, and of their viewers, each person once', async () => {
    const { add, signed } = await setUp()
    const live = { video_id: 'match' }
    await add(newest - 5, { ...live, viewer_id: 'gone' })
    await add(
      newest,
      { ...live, viewer_id: 'ann' },
      { ...live, viewer_id: 'ann' },
      { ...live, viewer_id: 'ben', is_starting_up: true },
      { ...live, viewer_id: 'eve', is_watching: false },
      { video_id: 'other', viewer_id: 'joe' },
      // Two players that do not identify their viewer.
      { ...live, viewer_id: null },
      live,
    )
    const { status, body, answer } = await ask(await signed('match'))
    expect(status).toBe(200)
    const updatedAt = new Date((newest + 5) * 1000).toISOString()
    expect(body).toEqual({ data: [{ views: 5, viewers: 4, updated_at: updatedAt }] })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['video', 'video_id'],
    ['asset', 'asset_id'],
    ['playback', 'playback_id'],
    ['live_stream', 'live_stream_id'],
  ])('of a token of the type %s look at %s alone', async (type, dimension) => {
    const { add, signed } = await setUp()
    await add(newest, { [dimension]: 'it' }, { country: 'it' })
    const { body } = await ask(await signed('it', { type }))
    expect(body.data).toMatchObject([{ views: 1, viewers: 1 }])
  })

  test('of a live stream include views that report no more than the address they play, for its environment alone', async () => {
    const { add, environment, signed } = await setUp()
    const stranger = await setUp()
    const token = await make.accessToken(environment, ['video:write'])
    const body = { playback_policies: ['public', 'public'], new_asset_settings: {} }
    const { id, playback_ids: played } = (await call('/video/v1/live-streams', { token, body }))
      .body.data
    await add(
      newest,
      { playback_id: played[0].id, viewer_id: 'ann' },
      { playback_id: played[1].id, live_stream_id: id, viewer_id: 'ben' },
      { live_stream_id: id, viewer_id: 'ben' },
      { playback_id: 'another', viewer_id: 'eve' },
    )
    await stranger.add(newest, { playback_id: played[0].id })
    const type = 'live_stream'
    expect((await ask(await signed(id, { type }))).body.data).toMatchObject([
      { views: 3, viewers: 2 },
    ])
    expect((await ask(await stranger.signed(id, { type }))).body.data).toMatchObject([{ views: 0 }])
  })

  test('take the token for stats that comes with those of a playback id', async () => {
    const { add, jwt, signing } = await setUp()
    await add(newest, { playback_id: 'abc' })
    const tokens = await jwt.signPlaybackId('abc', { ...signing, type: ['video', 'stats'] })
    const { 'stats-token': stats, 'playback-token': video } = tokens as Record<string, string>
    expect((await ask(stats!)).body.data).toMatchObject([{ views: 1 }])
    expect((await ask(video!)).status).toBe(403)
  })

  test('include the first half of a step that still runs', async () => {
    const { add, addEarly, signed } = await setUp()
    await add(newest, { video_id: 'match' })
    await addEarly(newest + 5, { video_id: 'match' }, { video_id: 'match' })
    const updatedAt = new Date((newest + 7.5) * 1000).toISOString()
    expect((await ask(await signed('match'))).body).toEqual({
      data: [{ views: 2, viewers: 2, updated_at: updatedAt }],
    })
  })

  test('are zero for a video without viewers', async () => {
    const { signed } = await setUp()
    expect((await ask(await signed('nothing'))).body.data).toMatchObject([{ views: 0, viewers: 0 }])
  })

  test('are those of the environment of the key, whatever others call their videos', async () => {
    const [one, other] = [await setUp(), await setUp()]
    await other.add(newest, { video_id: 'match' })
    expect((await ask(await one.signed('match'))).body.data).toMatchObject([{ views: 0 }])
  })
})

describe('403', () => {
  test('for no token, a strange one, one of another audience or signed by another key', async () => {
    const { signed, jwt, signing } = await setUp()
    const stranger = await setUp()
    const tokens = [
      '',
      'nonsense',
      await jwt.signPlaybackId('match', { ...signing, type: 'video' }),
      await signed('match', { keyId: stranger.signing.keyId }),
      await signed('match', { keyId: '7f8a3c1e-9d4b-4c5a-8e6f-1a2b3c4d5e6f' }),
    ]
    for (const token of tokens) {
      const { status, body } = await ask(token)
      expect(status, token).toBe(403)
      expect(body.error.messages[0]).toContain('Viewer counts need a valid token.')
    }
  })

  test('once its time is over', async () => {
    const counts = await (await setUp()).signed('match')
    clock.now = () => new Date(now.getTime() + 3_700_000)
    onTestFinished(() => void (clock.now = () => now))
    expect((await ask(counts)).status).toBe(403)
  })

  test('once the key is deleted', async () => {
    const { signed, key, token } = await setUp()
    const counts = await signed('match')
    expect((await ask(counts)).status).toBe(200)
    await call(`/system/v1/signing-keys/${key.id}`, { method: 'DELETE', token })
    expect((await ask(counts)).status).toBe(403)
  })
})

test('a page elsewhere may ask beforehand', async () => {
  const { answer } = await ask('', 'OPTIONS')
  expect(answer.status).toBe(204)
  expect(answer.headers.get('access-control-allow-methods')).toContain('GET')
})
