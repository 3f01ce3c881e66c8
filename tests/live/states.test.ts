import { describe, expect, test } from 'vitest'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { listTypesAfter, startLiveServer } from './live-server.ts'

const server = await startLiveServer()

const begun = [
  'live_stream.connected',
  'asset.created',
  'live_stream.recording',
  'asset.track.created',
  'asset.track.created',
  'asset.track.ready',
  'asset.track.ready',
  'asset.ready',
  'live_stream.active',
]
const ended = ['live_stream.disconnected', 'live_stream.idle', 'asset.live_stream_completed']

const startStream = async (body: Record<string, unknown> = {}, { isEndless = false } = {}) => {
  const stream = await server.makeStream({ latency_mode: 'low', ...body })
  const encoder = await server.push(stream.key, { isLive: true, isEndless })
  await server.untilStatus(stream, 'active')
  return { stream, encoder, events: () => server.listEventTypes(stream) }
}

describe.concurrent('an active broadcast', () => {
  test('LIVE-006 disable ends it, sends the encoder away and refuses it until it is enabled', async ({
    expect,
  }) => {
    const { stream, encoder, events } = await startStream({}, { isEndless: true })
    expect((await stream.send('PUT', '/disable')).status).toBe(200)
    expect((await encoder.ended).code).not.toBe(0)
    await server.untilOver(stream, 'live_stream.disabled')
    expect(await events()).toEqual([...begun, ...ended, 'live_stream.disabled'])
    await expect
      .poll(async () => (await server.get(`/${stream.playbackId}/source.m3u8`)).status)
      .toBe(412)
    const again = await server.push(stream.key)
    expect((await again.ended).said).toContain(
      'This live stream is disabled. Enable it before streaming.',
    )
    await stream.send('PUT', '/enable')
    const third = await server.push(stream.key)
    expect((await third.ended).code).toBe(0)
  })

  test('LIVE-007 complete ends it while the encoder stays, and a new connection begins another', async ({
    expect,
  }) => {
    const { stream, encoder, events } = await startStream({}, { isEndless: true })
    await stream.send('PUT', '/complete')
    await server.untilOver(stream)
    expect(await events()).toEqual([...begun, ...ended])
    expect(await stream.read()).toMatchObject({ status: 'idle' })
    const connections = async () =>
      (await stream.call(`/ui/v1/live-streams/${stream.id}/connections`)).body.data
    await expect.poll(connections).toMatchObject([{ was_lost: false, showed_slate: false }])
    encoder.stop()
    await encoder.ended
    expect(await events()).toEqual([...begun, ...ended])
    const next = await server.push(stream.key)
    expect((await next.ended).code).toBe(0)
    await server.untilOver(stream)
    expect((await stream.read()).recent_asset_ids).toHaveLength(2)
  })

  test('a deleted one is finished first, and its asset stays', async () => {
    const { stream, events } = await startStream()
    const { active_asset_id: assetId } = await stream.read()
    expect((await stream.send('DELETE')).status).toBe(204)
    await server.untilOver(stream, 'live_stream.deleted')
    expect(await events()).toEqual([...begun, ...ended, 'live_stream.deleted'])
    expect(await stream.readAsset(assetId)).toMatchObject({ status: 'ready', is_live: false })
  })

  test('waits for its encoder within the reconnect window, and goes on in the same asset', async () => {
    const { stream, encoder, events } = await startStream({ reconnect_window: 60 })
    const { active_asset_id: assetId } = await stream.read()
    encoder.stop()
    await server.untilOver(stream, 'live_stream.disconnected')
    expect(await stream.read()).toMatchObject({ status: 'active', active_asset_id: assetId })
    const back = await server.push(stream.key)
    expect((await back.ended).code).toBe(0)
    await listTypesAfter(
      events,
      [...begun, 'live_stream.disconnected'],
      [
        'live_stream.connected',
        'live_stream.recording',
        'live_stream.active',
        'live_stream.disconnected',
      ],
    )
    await stream.send('PUT', '/complete')
    await server.untilOver(stream)
    expect((await events()).slice(-2)).toEqual(['live_stream.idle', 'asset.live_stream_completed'])
    const asset = await stream.readAsset(assetId)
    expect(asset.duration).toBeGreaterThan(9)
    expect(asset.recording_times.length).toBeGreaterThan(1)
  })

  if (isLongRun())
    test('takes another reconnect window while it waits', async () => {
      const { stream, encoder } = await startStream({ reconnect_window: 1800 })
      encoder.stop()
      await server.untilOver(stream, 'live_stream.disconnected')
      await stream.send('PATCH', '', { reconnect_window: 1 })
      await server.untilOver(stream)
      expect((await stream.read()).status).toBe('idle')
    })

  if (isLongRun())
    test('loses its connection with its stream key', async () => {
      const { stream, encoder } = await startStream({ reconnect_window: 60 }, { isEndless: true })
      await stream.send('POST', '/reset-stream-key')
      expect((await encoder.ended).code).not.toBe(0)
      const old = await server.push(stream.key)
      expect((await old.ended).said).toContain('There is no live stream with this key.')
    })

  if (isLongRun())
    test('is not disturbed by a second encoder with its key', async () => {
      const { stream, encoder, events } = await startStream({}, { isEndless: true })
      const second = await server.push(stream.key)
      expect((await second.ended).said).toContain(
        'Another encoder is already sending to this live stream.',
      )
      expect(await events()).toEqual(begun)
      encoder.stop()
      await server.untilOver(stream)
      expect(await events()).toEqual([...begun, ...ended])
    })

  if (isLongRun())
    test('ends when its asset is deleted', async () => {
      const { stream, events } = await startStream()
      const { active_asset_id: assetId } = await stream.read()
      await server.call(`/video/v1/assets/${assetId}`, { token: stream.token, method: 'DELETE' })
      await server.untilOver(stream, 'live_stream.idle')
      expect(await events()).not.toContain('asset.live_stream_completed')
      expect(await stream.readAsset(assetId)).toBeUndefined()
    })
})

describe('after a stop of the program', () => {
  test('a broadcast waits for its encoder, and viewers go on in the same sequence', async () => {
    const { stream, events } = await startStream()
    const { active_asset_id: assetId } = await stream.read()
    await server.restart()
    await server.untilOver(stream, 'live_stream.disconnected')
    expect(await stream.read()).toMatchObject({ status: 'active', active_asset_id: assetId })
    const before = await server.get(`/${stream.playbackId}/source.m3u8`)
    expect(before.text).toMatch(/source\/0\.m4s/)
    const back = await server.push(stream.key)
    expect((await back.ended).code).toBe(0)
    await server.untilOver(stream)
    expect((await events()).filter((type) => type === 'asset.created')).toHaveLength(1)
    expect((await stream.readAsset(assetId)).duration).toBeGreaterThan(9)
  })
})

describe('a broadcast without a picture that can be decoded', () => {
  test('leaves no asset', async () => {
    const stream = await server.makeStream()
    const encoder = await server.push(stream.key, {
      args: ['-an', '-c:v', 'copy', '-bsf:v', 'noise=drop=key'],
    })
    await encoder.ended
    await server.untilOver(stream, 'live_stream.idle')
    expect(await server.listEventTypes(stream)).toEqual([
      'live_stream.connected',
      'asset.created',
      'live_stream.disconnected',
      'live_stream.idle',
      'asset.deleted',
    ])
  })
})
