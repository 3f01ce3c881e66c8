import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { aChromiumLaunch } from '@playhead/testing/chromium.ts'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '../..')
export const segmentSeconds = 4

const types: Record<string, string> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

interface Serving {
  seconds: number
  isLive?: boolean
  /** What is sent of a file. */
  serve: (name: string, bytes: Buffer) => string | Buffer | Promise<string | Buffer>
}

/** Our player in a real browser, with a stream whose files a test can change while they are sent: `picture-6.m4s`, `sound.m3u8`. */
export const startRecordedStream = async ({ seconds, isLive = false, serve }: Serving) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'playhead-recorded-'))
  await build({
    configFile: path.join(root, 'apps/dashboard/vite.player.config.ts'),
    mode: 'test',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, sourcemap: false },
  })
  const clip = `-v error -f lavfi -i testsrc2=s=160x90:r=10:d=${seconds} -f lavfi -i sine=f=440:r=48000:d=${seconds} -map 1:a -map 0:v -c:v libx264 -preset ultrafast -g 20 -sc_threshold 0 -pix_fmt yuv420p -c:a aac -b:a 32k -f hls -hls_playlist_type vod -hls_segment_type fmp4 -hls_flags independent_segments -master_pl_name main.m3u8`
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
  const source = JSON.stringify({ playbackId: 'main', isMuted: true, isLive })
  const html = `<!doctype html><link rel="stylesheet" href="/player/player.css"><div id="player" data-source='${source}'></div><script type="module" src="/player/player.js"></script>`
  const answer = async (name: string) => {
    if (name === 'watch') return { status: 200, body: html }
    const bytes = await readFile(path.join(folder, name)).catch(() => undefined)
    return bytes ? { status: 200, body: await serve(name, bytes) } : { status: 404, body: '{}' }
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const type = types[path.extname(pathname)] ?? 'text/html'
    void (async () => {
      const { status, body } = await answer(pathname.slice(1))
      response.writeHead(status, { 'content-type': type }).end(body)
    })()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const browser = await chromium.launch(aChromiumLaunch())
  return {
    /** Begins to play; `said` of the page has all that the player says, `attached` how often its stream was attached. */
    play: async () => {
      const page = await browser.newPage()
      await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/watch`)
      await page.locator('video').waitFor()
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
      return page
    },
    stop: async () => {
      await browser.close()
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
