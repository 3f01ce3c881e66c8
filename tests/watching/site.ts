import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeMedia } from './media.ts'
import { watchPage, type Watching } from './watch-page.ts'

const modules = path.join(import.meta.dirname, '../../node_modules')
const libraries: Record<string, string> = {
  '/mux.js': 'mux-embed/dist/mux.js',
  '/hls.js': 'hls.js/dist/hls.js',
  '/video.js': 'video.js/dist/video.min.js',
  '/videojs-mux.js': 'videojs-mux/dist/videojs-mux.js',
  '/mux-player.js': '@mux/mux-player/dist/mux-player.js',
}
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.mp4': 'video/mp4',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.ts': 'video/mp2t',
}
const slowPartMs = 6_000

async function sendFile(request: IncomingMessage, response: ServerResponse, file: string) {
  const { size } = await stat(file)
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  const start = Number(from ?? 0)
  const end = to ? Math.min(Number(to), size - 1) : size - 1
  response.writeHead(from === undefined ? 200 : 206, {
    'content-type': types[path.extname(file)] ?? 'application/octet-stream',
    'content-length': end - start + 1,
    'accept-ranges': 'bytes',
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    ...(from !== undefined && { 'content-range': `bytes ${start}-${end}/${size}` }),
  })
  createReadStream(file, { start, end }).pipe(response)
}

/** A third-party site with a player: pages, libraries and media, with URLs that stall, hang or are missing. */
export const startSite = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'playhead-site-'))
  await makeMedia(folder)
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://site')
    if (url.pathname === '/watch') {
      const watching = JSON.parse(url.searchParams.get('watching') ?? '{}') as Watching
      response.writeHead(200, { 'content-type': 'text/html' }).end(watchPage(watching))
      return
    }
    const library = libraries[url.pathname]
    if (library) return sendFile(request, response, path.join(modules, library))
    // Never responds.
    if (url.pathname.startsWith('/hanging/')) return
    const slow = url.pathname.startsWith('/slow/')
    if (slow && url.pathname.endsWith('part3.ts')) await pause(slowPartMs)
    const file = path.join(folder, url.pathname.replace(/^\/(slow|media)\//, ''))
    const isThere = file.startsWith(folder) && (await stat(file).catch(() => undefined))
    if (isThere && isThere.isFile()) return sendFile(request, response, file)
    response.writeHead(404).end()
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    pageOf: (watching: Watching) =>
      `${origin}/watch?watching=${encodeURIComponent(JSON.stringify(watching))}`,
    async stop() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
