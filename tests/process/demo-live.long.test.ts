import { join } from 'node:path'
import Mux from '@mux/mux-node'
import { afterAll, expect, test } from 'vitest'
import { signInToDemo } from './dashboard-session.ts'
import {
  processesOf,
  startAndExit,
  startProgram,
  temporaryFolder,
  until,
} from './running-program.ts'

const { folder, remove } = await temporaryFolder()
afterAll(remove)

const settings = {
  PLAYHEAD_DEMO: '1',
  PLAYHEAD_DEMO_LIVE: '1',
  PLAYHEAD_METRICS_TOKEN: 'figures',
  LIVE_RTMP_PORT: '0',
}

interface Stream {
  id: string
  status: string
  stream_key: string
  active_asset_id?: string
  playback_ids: { id: string }[]
}

test('PLAYHEAD_DEMO_LIVE=1 keeps a live stream with viewers on air, over the death of its ffmpeg, until the program ends', async () => {
  const data = join(folder, 'data')
  const program = await startProgram({ PLAYHEAD_DATA: data, ...settings })
  const session = await signInToDemo(program)
  const ask = async <Data>(method: string, path: string, body?: unknown) => {
    const answer = await session.call(method, path, body)
    expect(answer.ok, `${path}: ${answer.status}`).toBe(true)
    return ((await answer.json()) as { data: Data }).data
  }
  const listStreams = () => ask<Stream[]>('GET', '/video/v1/live-streams')
  const readStream = async () => (await listStreams())[0]!
  await until('the demo is on air', async () => (await readStream())?.status === 'active')
  const stream = await readStream()

  const key = await ask<{ id: string; private_key: string }>('POST', '/system/v1/signing-keys')
  const { jwt } = new Mux({ tokenId: 'unused', tokenSecret: 'unused' })
  const signing = { keyId: key.id, keySecret: key.private_key, expiration: '1h' } as const
  const countOf = async (id: string, type: 'live_stream' | 'asset') => {
    const token = await jwt.signViewerCounts(id, { ...signing, type })
    const answer = await fetch(`${program.url}/counts?token=${token}`)
    return ((await answer.json()) as { data: { views: number }[] }).data[0]!.views
  }
  await until(
    'viewers are counted by the live stream and by its recording',
    async () =>
      (await countOf(stream.id, 'live_stream')) > 0 &&
      (await countOf(stream.active_asset_id!, 'asset')) > 0,
  )
  await until('views of it are listed in monitoring', async () => {
    const query =
      'dimension=video_title&filters[]=video_title:Northlight%20Live&filters[]=stream_type:live'
    const path = `/data/v1/monitoring/metrics/current-concurrent-viewers/breakdown?${query}`
    const rows = await ask<{ value: string; concurrent_viewers: number }[]>('GET', path)
    return rows.some(
      ({ value, concurrent_viewers: count }) => value === 'Northlight Live' && count > 0,
    )
  })

  const listEncoders = () => processesOf(`/app/${stream.stream_key}`)
  const [first] = await listEncoders()
  process.kill(first!.id, 'SIGKILL')
  await until('another ffmpeg draws', async () => {
    const [next] = await listEncoders()
    return next !== undefined && next.id !== first!.id
  })
  await until('the broadcast goes on behind a discontinuity', async () => {
    const answer = await fetch(`${program.url}/${stream.playback_ids[0]!.id}/source.m3u8`)
    return answer.status === 200 && (await answer.text()).includes('#EXT-X-DISCONTINUITY\n')
  })
  expect((await readStream()).active_asset_id).toBe(stream.active_asset_id)
  const figures = await fetch(`${program.url}/metrics`, {
    headers: { authorization: 'Bearer figures' },
  })
  const text = await figures.text()
  expect(text).toContain('\nplayhead_live_broadcasts 1\n')
  expect(text).toMatch(/\nplayhead_live_playlists_written_total [1-9]\d*\n/)
  expect(program.output()).not.toContain(stream.stream_key)

  await program.kill('SIGTERM')
  expect(await listEncoders()).toEqual([])
})

test('PLAYHEAD_DEMO_LIVE=1 without ffmpeg refuses the start in words', async () => {
  const { code, stderr } = await startAndExit({
    PLAYHEAD_DATA: join(folder, 'without'),
    FFMPEG_PATH: '/nowhere/ffmpeg',
    ...settings,
  })
  expect(code).toBe(1)
  expect(stderr).toContain(
    'Playhead cannot start: PLAYHEAD_DEMO_LIVE=1: FFMPEG_PATH names /nowhere/ffmpeg, which does not run as ffmpeg.',
  )
})
