import { expect, test } from 'vitest'
import { readRows } from '@playhead/testing/rows/rows.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { until } from '../process/running-program.ts'
import { startLiveServer } from './live-server.ts'

const server = await startLiveServer()

const sourceOf = (html: string) =>
  JSON.parse((/data-source="([^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&quot;', '"')) as Record<
    string,
    unknown
  >

const firstPartOf = (playlist: string) =>
  playlist.split('\n').find((line) => /\/\d+\.m4s/.test(line)) ?? ''

test('the pages wait for a live stream, play it near its edge, and its recording from the start', async () => {
  const stream = await server.makeStream({ latency_mode: 'low', meta: { title: 'Cup "final"' } })
  for (const kind of ['watch', 'embed']) {
    const before = await server.get(`/${kind}/${stream.playbackId}`)
    expect(before.status).toBe(412)
    expect(before.text).toContain('<h1>This live stream has not started.</h1>')
    expect(before.text).toContain('<meta http-equiv="refresh" content="5">')
  }
  const encoder = await server.push(stream.key, { isLive: true })
  await server.untilStatus(stream, 'active')
  const { active_asset_id: assetId } = await stream.read()
  const live = await server.get(`/watch/${stream.playbackId}`)
  expect(live.status).toBe(200)
  expect(live.text).toContain('<h1>Cup &quot;final&quot;</h1><p>Live</p>')
  expect(sourceOf(live.text)).toMatchObject({
    playbackId: stream.playbackId,
    isLive: true,
    isRecording: false,
    isAudioOnly: false,
    aspectRatio: '320:180',
    report: { assetId, liveStreamId: stream.id, page: 'watchpage' },
  })
  const asset = await stream.readAsset(assetId)
  expect(asset.meta).toEqual({ title: 'Cup "final"' })
  const [recording] = asset.playback_ids
  expect(sourceOf((await server.get(`/embed/${recording.id}`)).text)).toMatchObject({
    playbackId: recording.id,
    isLive: true,
    isRecording: true,
  })
  await encoder.ended
  await server.untilOver(stream)
  expect((await server.get(`/watch/${stream.playbackId}`)).status).toBe(412)
  expect((await server.get(`/watch/${recording.id}`)).text).toContain('<p>8 s</p>')
})

if (isLongRun())
  test('a member who previews a broadcast is not counted; viewers are', async () => {
    const stream = await server.makeStream({ latency_mode: 'low' })
    const encoder = await server.push(stream.key, { isLive: true })
    await server.untilStatus(stream, 'active')
    const { active_asset_id: assetId } = await stream.read()
    const { playbackId } = stream
    const video = await stream.previewToken(playbackId)

    const fetchPart = async (query: string) => {
      const { text: multivariant } = await server.get(`/${playbackId}.m3u8${query}`)
      const source = /^\S*source\.m3u8\S*$/m.exec(multivariant)?.[0] ?? ''
      const { text: playlist } = await server.get(`/${source}`)
      const part = firstPartOf(playlist)
      const answer = await server.get(`/${playbackId}/${part}`)
      expect(answer.status).toBe(200)
      return { part, bytes: answer.bytes.length }
    }
    const previewed = await fetchPart(`?token=${video}`)
    expect(previewed.part).toMatch(/\?s=/)
    const counted = () => readRows(server.database, 'delivered_seconds', { asset_id: assetId })
    const watched = await fetchPart('')
    expect(watched.part).not.toMatch(/\?/)
    await until('the delivery is counted', async () => (await counted()).length > 0)
    const rows = await counted()
    expect(rows.map(({ bytes }) => Number(bytes))).toEqual([watched.bytes])
    // A program would hand it to viewers, whose delivery would not be counted.
    const [recording] = (await stream.readAsset(assetId)).playback_ids
    for (const id of [playbackId, recording.id])
      expect((await stream.call(`/ui/v1/playback-tokens?playback_ids=${id}`)).body.data).toEqual([])
    const forged = await fetchPart(`?token=${video.slice(0, -1)}${video.endsWith('A') ? 'Q' : 'A'}`)
    expect(forged.part).not.toMatch(/\?/)
    encoder.stop()
  })
