import { createServer } from 'node:http'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { aChromiumLaunch } from '@playhead/testing/chromium.ts'
import { assetsServer } from '@playhead/features/video/assets/server'
import { playbackIdsServer } from '@playhead/features/video/playback-ids/server'
import { playbackServer } from '@playhead/features/video/playback/server'
import { processingServer } from '@playhead/features/video/processing/server'
import { tracksServer } from '@playhead/features/video/tracks/server'
import { hasMedia } from '@playhead/media/find-media.ts'
import { countFrames, readDecoded } from '@playhead/media/segments/testing-segments.ts'
import { makeCorpus } from '@playhead/media/testing-corpus/make-corpus.ts'
import { oddTimelines } from '@playhead/media/testing-corpus/odd-timelines.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { makeCaptionedClip } from '@playhead/testing/media/captioned-clip.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { startFileServer } from '@playhead/testing/media/file-server.ts'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { type Json, startTestApp } from '@playhead/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const features = [assetsServer, playbackIdsServer, playbackServer, processingServer, tracksServer]
const { app, api, call, database } = await startTestApp(features, {
  settings: { PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1' },
})
const make = aFactory(database)
const { environment } = await make.world()
const token = await make.accessToken(environment, ['video:read', 'video:write'])
const files = await startFileServer()
const folder = await mkdtemp(path.join(tmpdir(), 'inputs-to-their-end-'))
const page =
  '<!doctype html><title>player</title><video id="video" muted></video><script src="/hls.js"></script>'

/** The player's page, and the playback of the program. */
const site = createServer((request, response) => {
  const answer = async () => {
    const { url = '/' } = request
    if (url === '/') return response.setHeader('content-type', 'text/html').end(page)
    if (url === '/hls.js')
      return response
        .setHeader('content-type', 'text/javascript')
        .end(
          await readFile(path.join(import.meta.dirname, '../../node_modules/hls.js/dist/hls.js')),
        )
    const { range } = request.headers
    const given = await api.request(url, range ? { headers: { range } } : {})
    response.writeHead(given.status, Object.fromEntries(given.headers))
    return response.end(Buffer.from(await given.arrayBuffer()))
  }
  void answer().catch((error: unknown) => response.destroy(error as Error))
})
let browser: Browser
let address = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  browser = await chromium.launch(aChromiumLaunch())
})

afterAll(async () => {
  await browser?.close()
  site.closeAllConnections()
  site.close()
  await files.close()
  await rm(folder, { recursive: true, force: true })
})

const seconds = 6
const moments = (rate: number) => `-f lavfi -i testsrc2=s=640x480:r=${rate}:d=${seconds}`
const tone = (frequency: number) => `-f lavfi -i sine=f=${frequency}:d=${seconds}`
const fielded =
  '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -flags +ildct+ilme -c:a aac -b:a 64k'
/** The second half comes half a minute later. */
const gap = String.raw`-vf setpts='if(lt(N\,75)\,N\,N+750)/25/TB' -fps_mode vfr`
const captioned = await makeCaptionedClip([{ second: 2, text: 'HELLO' }])

interface Input {
  name: string
  file: () => Promise<string>
  frames: number
  duration?: number
  texts?: number
}

let corpus: Promise<string> | undefined

const oddTimeline = (name: string) => async () => {
  if (!hasMedia(app.media)) throw new Error(app.media.missing)
  corpus ??= makeCorpus(app.media, oddTimelines, 'timelines')
  return path.join(await corpus, name)
}

const inputs: readonly Input[] = [
  {
    name: 'fifty fields, bottom first, said to be top first',
    file: () =>
      makeClip(
        `${moments(50)} ${tone(440)} -vf tinterlace=interleave_bottom ${fielded} -x264opts tff=1`,
        'ts',
      ),
    frames: 50 * seconds,
  },
  {
    name: 'sixty fields in MPEG-2',
    file: () =>
      makeClip(
        `${moments(60)} ${tone(440)} -vf tinterlace=interleave_top -c:v mpeg2video -q:v 3 -flags +ildct+ilme -c:a mp2`,
        'mpg',
      ),
    frames: 60 * seconds,
  },
  {
    name: 'an animated GIF',
    file: () => makeClip(`${moments(10)} -loop 0`, 'gif'),
    frames: 10 * seconds,
  },
  {
    name: 'a GIF of uneven steps',
    file: () =>
      makeClip(`${moments(10)} -vf setpts='if(lt(N,30),N/10,3+(N-30)/5)/TB' -vsync vfr`, 'gif'),
    frames: 10 * seconds,
    duration: 9.1,
  },
  {
    name: 'captions inside of the picture of an MPEG-TS',
    file: () => makeClip(`-i ${captioned} -c copy -output_ts_offset 600`, 'ts'),
    frames: 240,
    duration: 8,
    texts: 1,
  },
  {
    name: 'a default sound behind another',
    file: () =>
      makeClip(
        `${moments(25)} ${tone(440)} ${tone(880)} -map 0 -map 1 -map 2 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -disposition:a:0 0 -disposition:a:1 default`,
        'mkv',
      ),
    frames: 25 * seconds,
  },
  {
    name: 'a clock that jumps forward',
    file: oddTimeline('jump-forward.ts'),
    frames: 500,
    duration: 20,
  },
  {
    name: 'a clock that jumps back',
    file: oddTimeline('jump-back.ts'),
    frames: 500,
    duration: 20,
  },
  {
    name: 'a clock that wraps',
    file: oddTimeline('wrap.ts'),
    frames: 250,
    duration: 10,
  },
  {
    name: 'a named sound that never comes',
    file: oddTimeline('named-sound-that-never-comes.ts'),
    frames: 250,
    duration: 10,
  },
  {
    name: 'a gap of half a minute in the picture',
    file: () =>
      makeClip(
        `${moments(25)} -f lavfi -i sine=f=440:d=36 ${gap} -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac`,
      ),
    // The picture before it stands at the beginning of seven segments.
    frames: 25 * seconds + 7,
    duration: 36,
  },
]

const fetchText = async (url: string) => (await api.request(url)).text()
const fetchBytes = async (url: string) => Buffer.from(await (await api.request(url)).arrayBuffer())

/** All parts of a rendition, as its playlist lists them. */
const partsOf = async (playbackId: string, playlist: string) => {
  const text = await fetchText(`/${playlist}`)
  const init = /EXT-X-MAP:URI="([^"]+)"/.exec(text)?.[1] ?? ''
  const segments = text.split('\n').filter((line) => line.endsWith('.m4s'))
  const parts: Buffer[] = []
  for (const part of [init, ...segments]) parts.push(await fetchBytes(`/${playbackId}/${part}`))
  return parts
}

/** One level to its end, at four times the speed. */
const playToEnd = async (playbackId: string, level: number) => {
  const tab = await browser.newPage()
  try {
    await tab.goto(address)
    await tab.evaluate(`
      window.troubles = []
      window.hls = new Hls({ startLevel: ${level} })
      hls.on(Hls.Events.ERROR, (_, { details, fatal }) => details === 'bufferStalledError' || troubles.push(details + fatal))
      hls.on(Hls.Events.MANIFEST_PARSED, () => { hls.loadLevel = ${level} })
      hls.loadSource('/${playbackId}.m3u8')
      hls.attachMedia(document.getElementById('video'))
      document.getElementById('video').playbackRate = 4
      void document.getElementById('video').play()`)
    await tab.waitForFunction(
      `document.getElementById('video').ended || troubles.length`,
      undefined,
      {
        timeout: 120_000,
      },
    )
    return (await tab.evaluate(`({
      troubles, ended: document.getElementById('video').ended,
      at: document.getElementById('video').currentTime, levels: hls.levels.length })`)) as {
      troubles: string[]
      ended: boolean
      at: number
      levels: number
    }
  } finally {
    await tab.close()
  }
}

test.each(inputs)(
  '$name decodes in every rendition and plays to its end',
  { timeout: 600_000 },
  async ({ name, file, frames, duration = seconds, texts = 0 }) => {
    const url = files.give(`/${encodeURIComponent(name)}`, await file())
    const body = { inputs: [{ url }], playback_policies: ['public'], video_quality: 'plus' }
    const { id, playback_ids: ids } = (await call('/video/v1/assets', { token, body })).body.data
    await runJobs(app, features)
    const asset: Json = (await call(`/video/v1/assets/${id}`, { token })).body.data
    expect([asset.status, asset.errors]).toEqual(['ready', undefined])
    expect(Math.abs(asset.duration - duration)).toBeLessThan(0.11)
    expect(asset.tracks.filter(({ type }: Json) => type === 'text')).toHaveLength(texts)
    const playbackId: string = ids[0].id
    const multivariant = await fetchText(`/${playbackId}.m3u8`)
    const playlists = multivariant.split('\n').filter((line) => line.endsWith('.m3u8'))
    expect(playlists.length).toBeGreaterThan(0)
    for (const playlist of playlists) {
      const parts = await partsOf(playbackId, playlist)
      expect([playlist, await countFrames(folder, parts)]).toEqual([playlist, frames])
      await readDecoded(folder, parts, '-f', 'null')
    }
    for (const [, sound = ''] of multivariant.matchAll(/TYPE=AUDIO.*URI="([^"]+)"/g))
      await readDecoded(folder, await partsOf(playbackId, sound), '-f', 'null')
    for (const level of playlists.keys()) {
      const { at, ...seen } = await playToEnd(playbackId, level)
      expect(seen).toEqual({ troubles: [], ended: true, levels: playlists.length })
      expect(Math.abs(at - duration)).toBeLessThan(0.15)
    }
  },
)
