import { createServer, type Server } from 'node:http'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { aChromiumLaunch } from '@playhead/testing/chromium.ts'
import { findMedia, hasMedia, type Media } from '@playhead/media/find-media.ts'
import { linkIntoFolder } from '@playhead/media/job-folder.ts'
import { judgeInput } from '@playhead/media/judge-input.ts'
import { mediaTimescale, type MediaMap, type RungName } from '@playhead/media/media-map.ts'
import { probeFile } from '@playhead/media/probe-file.ts'
import { makeAudioRendition } from '@playhead/media/segments/sound/audio-rendition.ts'
import { planMedia } from '@playhead/media/segments/plan/plan-media.ts'
import { copySegment, encodeSegment } from '@playhead/media/segments/segments.ts'
import { encodeRung } from '@playhead/media/segments/whole-rungs.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const hlsLibrary = path.join(import.meta.dirname, '../../node_modules/hls.js/dist/hls.js')
const page = `<!doctype html><title>player</title><video id="video" muted width="320" height="180"></video><script src="/hls.js"></script>`

let folder: string
let browser: Browser
let server: Server
let address: string
/** Served files by path. */
const served = new Map<string, Buffer | string>()

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'segments-in-browser-'))
  served.set('/', page)
  served.set('/hls.js', await readFile(hlsLibrary))
  server = createServer((request, response) => {
    const body = served.get(request.url ?? '')
    if (body === undefined) response.writeHead(404).end()
    else {
      const isPage = request.url === '/'
      response.writeHead(200, { 'content-type': isPage ? 'text/html' : contentType(request.url) })
      response.end(body)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await chromium.launch(aChromiumLaunch())
})

afterAll(async () => {
  await browser?.close()
  server?.closeAllConnections()
  server?.close()
  await rm(folder, { recursive: true, force: true })
})

const contentType = (url = '') =>
  url.endsWith('.m3u8')
    ? 'application/vnd.apple.mpegurl'
    : url.endsWith('.js')
      ? 'text/javascript'
      : 'video/mp4'

const playlist = (cuts: readonly number[], name: string) =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-TARGETDURATION:7',
    `#EXT-X-MAP:URI="${name}-init.mp4"`,
    ...cuts.slice(1).flatMap((end, index) => {
      const seconds = (end - (cuts[index] ?? 0)) / mediaTimescale
      return [`#EXTINF:${seconds.toFixed(6)},`, `${name}-${index}.m4s`]
    }),
    '#EXT-X-ENDLIST',
  ].join('\n')

function serve(name: string, cuts: readonly number[], init: Buffer, segments: readonly Buffer[]) {
  served.set(`/${name}.m3u8`, playlist(cuts, name))
  served.set(`/${name}-init.mp4`, init)
  for (const [index, segment] of segments.entries()) served.set(`/${name}-${index}.m4s`, segment)
}

async function split({ file, offsets }: { file: string; offsets: readonly number[] }) {
  const bytes = await readFile(file)
  const parts = offsets.map((end, index) => bytes.subarray(offsets[index - 1] ?? 0, end))
  return { init: parts[0] ?? Buffer.alloc(0), segments: parts.slice(1) }
}

/** The copied source, and a smaller rendition, half of it made segment by segment and half as a whole. */
async function publish(media: Media, clip: string): Promise<MediaMap> {
  const fileName = await linkIntoFolder(folder, clip)
  const probe = await probeFile(media, folder, fileName)
  const judged = judgeInput(probe, { maxTier: '1080p' })
  const plan = { folder, fileName, maxTier: '1080p', quality: 'basic' } as const
  const map = await planMedia(media, probe, judged, plan)
  const cuts = map.video?.cuts ?? []
  const work = { folder, fileName, map }
  const rung: RungName = '270p'
  const whole = await split(await encodeRung(media, { ...work, rung }))
  const numbers = cuts.slice(1).map((_, index) => index)
  const encoded: Buffer[] = []
  const copied: Buffer[] = []
  let sourceInit: Buffer = Buffer.alloc(0)
  for (const index of numbers) {
    const single =
      index % 2 === 0 ? await encodeSegment(media, { ...work, rung, index }) : undefined
    encoded.push(single?.media ?? whole.segments[index] ?? Buffer.alloc(0))
    const source = await copySegment({ sourcePath: path.join(folder, fileName), map, index })
    copied.push(source.media)
    sourceInit = source.init
  }
  serve('source', cuts, sourceInit, copied)
  serve('small', cuts, whole.init, encoded)
  const [planned] = map.audio
  if (!planned) throw new Error('The clip has no sound.')
  const made = await makeAudioRendition(media, { ...work, audio: planned })
  const sound = await split(made)
  serve('sound', made.audio.cuts, sound.init, sound.segments)
  const lines = (map.video?.rungs ?? [])
    .filter(({ name }) => name === rung || name === 'source')
    .flatMap(({ name, bandwidth, codecs, width, height }) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},CODECS="${codecs},mp4a.40.2",RESOLUTION=${width}x${height},AUDIO="a"`,
      name === 'source' ? 'source.m3u8' : 'small.m3u8',
    ])
  const audio = '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",DEFAULT=YES,URI="sound.m3u8"'
  served.set('/main.m3u8', ['#EXTM3U', '#EXT-X-VERSION:7', audio, ...lines].join('\n'))
  return map
}

test(
  'a player changes between copied and encoded segments in one unbroken range',
  { timeout: 300_000 },
  async () => {
    const media = await findMedia({ ffmpegPath: process.env['FFMPEG_PATH'] })
    if (!hasMedia(media)) throw new Error(media.missing)
    const clip = await makeClip(
      '-f lavfi -i testsrc2=size=640x360:rate=30000/1001:duration=20 -f lavfi -i sine=frequency=440:sample_rate=44100:duration=20 -c:v libx264 -preset veryfast -g 60 -bf 3 -pix_fmt yuv420p -c:a aac',
    )
    const map = await publish(media, clip)
    expect(map.video?.canCopy).toBe(true)
    const tab = await browser.newPage()
    await tab.goto(address)
    await tab.evaluate(`
    window.troubles = []
    window.levels = []
    window.stalls = 0
    const video = document.getElementById('video')
    window.hls = new Hls({ startLevel: 0, maxBufferLength: 4, maxMaxBufferLength: 6, abrEwmaDefaultEstimate: 1 })
    // On a busy machine segments come late: only what stands still with media ahead of it is wrong.
    const hasMediaAhead = () => {
      const { buffered, currentTime } = video
      return Array.from({ length: buffered.length }).some(
        (_, range) => buffered.start(range) <= currentTime && buffered.end(range) > currentTime + 1,
      )
    }
    const isLate = (details) => details === 'bufferStalledError' && !hasMediaAhead()
    hls.on(Hls.Events.ERROR, (_, data) => isLate(data.details) || troubles.push(data.details))
    hls.on(Hls.Events.FRAG_BUFFERED, (_, data) => {
      if (data.frag.type !== 'main') return
      levels.push(data.frag.level)
      // Every second segment comes from the other rendition.
      hls.nextLoadLevel = levels.length % 2
    })
    video.addEventListener('playing', () => video.addEventListener('waiting', () => { if (!video.ended && hasMediaAhead()) stalls += 1 }), { once: true })
    hls.loadSource('/main.m3u8')
    hls.attachMedia(video)
    video.playbackRate = 2
    void video.play()
  `)
    await tab.waitForFunction(`document.getElementById('video').ended`, undefined, {
      timeout: 240_000,
    })
    const seen = (await tab.evaluate(`(() => {
    const { buffered, currentTime } = document.getElementById('video')
    const quality = document.getElementById('video').getVideoPlaybackQuality()
    return {
      ranges: Array.from({ length: buffered.length }, (_, range) => [buffered.start(range), buffered.end(range)]),
      currentTime, troubles, levels, stalls, frames: quality.totalVideoFrames,
    }
  })()`)) as {
      ranges: [number, number][]
      currentTime: number
      troubles: string[]
      levels: number[]
      stalls: number
      frames: number
    }
    await tab.close()
    expect(seen.troubles).toEqual([])
    expect(seen.stalls).toBe(0)
    expect(new Set(seen.levels).size).toBe(2)
    expect(seen.ranges).toHaveLength(1)
    expect(seen.ranges[0]?.[0]).toBe(0)
    expect(seen.ranges[0]?.[1]).toBeGreaterThan(19.9)
    expect(seen.currentTime).toBeGreaterThan(19.9)
  },
)
