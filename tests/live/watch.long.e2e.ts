import Mux from '@mux/mux-node'
import { expect } from '@playwright/test'
import { startFfmpeg } from '@playhead/ingest/testing-encoder.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { testWithProgram, type OwnProgram } from '../journeys/own-program.ts'
import { makeWorld } from '../journeys/world.ts'
import { openViewer, startViewerSite } from '../watching/hls-viewer.ts'

const test = testWithProgram({ LIVE_RTMP_PORT: '0' })

/** Longer than the test, with B-frames, a keyframe each second, and sound. */
const clipOf = (size: string) =>
  makeClip(
    `-f lavfi -i testsrc2=s=${size}:r=30:d=120 -f lavfi -i sine=frequency=440:sample_rate=48000:duration=120 -c:v libx264 -preset ultrafast -g 30 -sc_threshold 0 -bf 2 -pix_fmt yuv420p -c:a aac -b:a 64k -ac 2`,
  )

const startStream = async (program: OwnProgram) => {
  const { environment } = await makeWorld({ command: program.command })
  const made = await program.command('token create', {
    environment: environment.id,
    permissions: 'video:read,video:write',
  })
  const secret = String(made['secret'])
  const { video } = new Mux({ baseURL: program.url, tokenId: made.id, tokenSecret: secret })
  const stream = await video.liveStreams.create({
    playback_policies: ['public'],
    new_asset_settings: { playback_policies: ['public'] },
    latency_mode: 'low',
    reconnect_window: 120,
  })
  const authorization = `Basic ${Buffer.from(`${made.id}:${secret}`).toString('base64')}`
  const ingest = await fetch(`${program.url}/ui/v1/live-ingest`, { headers: { authorization } })
  const [address] = ((await ingest.json()) as { data: { url: string }[] }).data
  const read = () => video.liveStreams.retrieve(stream.id)
  const untilStatus = (status: string) =>
    expect.poll(async () => (await read()).status).toBe(status)
  const push = (file: string) =>
    startFfmpeg(file, `${address?.url}/${stream.stream_key}`, { isLive: true })
  return { video, stream, read, push, untilStatus }
}

test('hls.js plays a broadcast with low latency, rewinds its recording, and follows both over a reconnect, another size and the end', async ({
  program,
  browser,
}, info) => {
  const { video, stream, read, push, untilStatus } = await startStream(program)
  const [small, large] = [await clipOf('320x180'), await clipOf('480x270')]
  let encoder = push(small)
  await untilStatus('active')

  const site = await startViewerSite()
  const context = await browser.newContext()
  const addressOf = (playbackId = '') => `${program.url}/${playbackId}.m3u8`
  const live = await openViewer(await context.newPage(), {
    site: site.url,
    source: addressOf(stream.playback_ids?.[0]?.id),
  })
  await live.plays(4)
  // Where it began without parts it would stay three segments behind.
  await live.until('nearer than without parts', (now) => now.latency < now.holdBack)
  const near = await live.read()
  expect(near.parts).toBeGreaterThan(4)
  expect([near.partHoldBack, near.width]).toEqual([1.56, 320])

  const asset = await video.assets.retrieve((await read()).active_asset_id ?? '')
  const rewound = await openViewer(await context.newPage(), {
    site: site.url,
    source: addressOf(asset.playback_ids?.[0]?.id),
    startSeconds: 0,
  })
  await rewound.plays(1)
  expect(await rewound.read()).toMatchObject({ type: 'EVENT', firstSegment: 0 })
  await rewound.seek('edge')
  await rewound.until('the edge is on screen', ({ position }) => position > 5)
  await rewound.plays(1)
  await rewound.seek(0.5)
  await rewound.until('the beginning is on screen', ({ position }) => position < 3)
  await rewound.plays(1)

  // The slate, and then the encoder again in the piece that it had left, each behind a discontinuity.
  encoder.stop()
  await live.until('the slate is on screen', ({ shown }) => shown.length === 2)
  encoder = push(small)
  await live.until('the encoder is on screen again', ({ shown }) => shown.length === 3)
  expect((await live.read()).shown).toEqual([
    '0 source/init.mp4',
    '1 source/init-1.mp4',
    '2 source/init.mp4',
  ])
  await live.plays(2)

  encoder.stop()
  encoder = push(large)
  await live.until('the other size is on screen', ({ width }) => width === 480)
  await live.plays(2)
  const atLast = await live.read()

  await video.liveStreams.complete(stream.id)
  await untilStatus('idle')
  encoder.stop()
  await live.until('the live page is at the end', ({ hasEnded }) => hasEnded)
  await rewound.until('the recording has an end', ({ isLive }) => isLive === false)
  await rewound.seek((await rewound.read()).edge - 1)
  await rewound.until('the recording is at its end', ({ hasEnded }) => hasEnded)
  expect((await rewound.read()).width).toBe(480)

  const ends = { live: await live.read(), rewound: await rewound.read() }
  info.annotations.push({
    type: 'behind',
    description: `${near.bornSeconds?.toFixed(2)} s at first, ${atLast.bornSeconds?.toFixed(2)} s after both reconnects; ${ends.live.stalls} stalls`,
  })
  expect([...ends.live.fatal, ...ends.rewound.fatal]).toEqual([])
  // One where it began, and one for each run that followed.
  expect(ends.live.stalls).toBeLessThanOrEqual(ends.live.shown.length)
  // Where it began, and after each of its seeks.
  expect(ends.rewound.stalls).toBeLessThanOrEqual(ends.rewound.shown.length + 3)
  await context.close()
  await site.stop()
})
