import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeNoise } from '@playhead/media/testing-corpus/damage.ts'
import { aChromiumLaunch } from '@playhead/testing/chromium.ts'
import type { Media } from './watch-site.ts'

/** Our player in a real browser, at a broadcast that was recorded before: its playlists grow by the clock. */
const run = promisify(execFile)
const root = path.join(import.meta.dirname, '../..')
const segmentSeconds = 4
const segmentsAtFirst = 4
const damagedSegment = 6

const types: Record<string, string> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

let folder = ''
let server: Server
let browser: Browser
let page: Page
/** Whose segment has noise in it. */
let damaged: 'picture' | 'sound' = 'picture'
let startedAt: number | undefined
let viewerAt = 0

const withNoise = (bytes: Buffer) => {
  const copy = Buffer.from(bytes)
  for (let start = 0; start < copy.length; start += bytes.readUInt32BE(start)) {
    const end = start + bytes.readUInt32BE(start)
    if (bytes.toString('latin1', start + 4, start + 8) === 'mdat')
      makeNoise(end - start - 8).copy(copy, start + 8)
  }
  return copy
}

const untilNow = (playlist: string) => {
  startedAt ??= Date.now()
  const byTheClock = Math.floor((Date.now() - startedAt) / (segmentSeconds * 1000))
  // On a busy machine the broadcast waits: a viewer who has lost its edge jumps over the noise without a word.
  const count = segmentsAtFirst + Math.min(byTheClock, Math.ceil(viewerAt / segmentSeconds))
  const lines = playlist.split('\n').filter((line) => !/PLAYLIST-TYPE|ENDLIST/.test(line))
  const first = lines.findIndex((line) => line.startsWith('#EXTINF'))
  return `${lines.slice(0, first + 2 * count).join('\n')}\n`
}

const source = JSON.stringify({ playbackId: 'main', isMuted: true, isLive: true })
const html = `<!doctype html><link rel="stylesheet" href="/player/player.css"><div id="player" data-source='${source}'></div><script type="module" src="/player/player.js"></script>`

const read = async (name: string): Promise<string | Buffer> => {
  if (name === 'watch') return html
  const bytes = await readFile(path.join(folder, name))
  if (/^(sound|picture)\.m3u8$/.test(name)) return untilNow(bytes.toString())
  return name === `${damaged}-${damagedSegment}.m4s` ? withNoise(bytes) : bytes
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'playhead-broadcast-'))
  await build({
    configFile: path.join(root, 'apps/dashboard/vite.player.config.ts'),
    mode: 'test',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, sourcemap: false },
  })
  const clip =
    '-v error -f lavfi -i testsrc2=s=160x90:r=10:d=160 -f lavfi -i sine=f=440:r=48000:d=160 -map 1:a -map 0:v -c:v libx264 -preset ultrafast -g 20 -sc_threshold 0 -pix_fmt yuv420p -c:a aac -b:a 32k -f hls -hls_playlist_type vod -hls_segment_type fmp4 -hls_flags independent_segments -master_pl_name main.m3u8'
  await run(
    process.env['FFMPEG_PATH'] ?? 'ffmpeg',
    [
      ...clip.split(' '),
      '-hls_time',
      String(segmentSeconds),
      '-var_stream_map',
      'a:0,agroup:a,default:yes,name:sound v:0,agroup:a,name:picture',
      '-hls_segment_filename',
      '%v-%d.m4s',
      '-hls_fmp4_init_filename',
      '%v.mp4',
      '%v.m3u8',
    ],
    { cwd: folder },
  )
  const answer = async (name: string) => {
    const body = await read(name).catch(() => undefined)
    return { status: body === undefined ? 404 : 200, body: body ?? '{}' }
  }
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const type = types[path.extname(pathname)] ?? 'text/html'
    void (async () => {
      const { status, body } = await answer(pathname.slice(1))
      response.writeHead(status, { 'content-type': type }).end(body)
    })()
  }).listen(0, '127.0.0.1')
  browser = await chromium.launch(aChromiumLaunch())
}, 300_000)

afterEach(() => page.close())
afterAll(async () => {
  await browser.close()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

test.each(['picture', 'sound'] as const)(
  'a broadcast with noise in its %s goes on behind it, and says what was skipped',
  { timeout: 240_000 },
  async (which) => {
    damaged = which
    startedAt = undefined
    viewerAt = 0
    page = await browser.newPage()
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/watch`)
    const video = page.locator('video')
    await video.waitFor()
    // A text, since names of the browser are unknown here.
    await page.evaluate(`
      globalThis.said = []
      globalThis.attached = 0
      const notice = document.querySelector('[data-part="skipped"]')
      new MutationObserver(() => {
        if (notice.textContent) said.push(notice.textContent)
      }).observe(notice, { childList: true })
      const media = document.querySelector('video')
      media.addEventListener('emptied', () => { attached += 1 })
      media.play()`)
    const time = async () => {
      viewerAt = await video.evaluate((media: Media) => media.currentTime)
      return viewerAt
    }
    const behind = (damagedSegment + 2) * segmentSeconds
    await expect.poll(time, { timeout: 180_000, interval: 500 }).toBeGreaterThan(behind)
    expect(await page.getByRole('alert').isVisible()).toBe(false)
    expect(await page.evaluate('said')).toEqual([
      // Behind a jump over what is not there yet, less of it is left out.
      expect.stringMatching(
        /^[1-4] seconds? of this video (are|is) damaged and (were|was) skipped\.$/,
      ),
    ])
    // Each time the stream is attached again, the viewer waits.
    expect(await page.evaluate('attached')).toBeLessThanOrEqual(3)
  },
)
