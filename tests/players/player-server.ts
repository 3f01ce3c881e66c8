import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'

export interface Capture {
  /** Path and query of the report's URL. */
  address: string
  contentType: string
  body: string
  at: number
}

const modules = path.join(import.meta.dirname, '../../node_modules')
const libraries: Readonly<Record<string, string>> = {
  '/hls.js': 'hls.js/dist/hls.js',
  '/shaka.js': 'shaka-player/dist/shaka-player.compiled.debug.js',
  '/dash.js': 'dashjs/dist/modern/umd/dash.all.debug.js',
}
const types: Readonly<Record<string, string>> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mpd': 'application/dash+xml',
  '.m4s': 'video/mp4',
  '.js': 'text/javascript',
}

const page = (library: string) =>
  `<!doctype html><title>player</title><video id="video" muted width="320" height="180"></video>` +
  `<script src="/${library}"></script>`

/** Serves players and streams from one origin and collects on another, as in production. */
export const startPlayerServer = async (streams: string) => {
  const captures: Capture[] = []
  const site = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site')
    const library = searchParams.get('library')
    if (library) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(page(library))
      return
    }
    const file = libraries[pathname]
      ? path.join(modules, libraries[pathname])
      : path.join(streams, path.basename(pathname))
    void sendFile(file, response)
  })
  const collector = createServer((request, response) => {
    void take(request, response, captures)
  })
  const listen = (server: typeof site) =>
    new Promise<string>((resolve) =>
      server.listen(0, '127.0.0.1', () =>
        resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
      ),
    )
  const [siteUrl, collectorUrl] = [await listen(site), await listen(collector)]
  return {
    siteUrl,
    collectorUrl,
    captures,
    stop() {
      for (const server of [site, collector]) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}

async function sendFile(file: string, response: ServerResponse) {
  try {
    const content = await readFile(file)
    const type = types[path.extname(file)] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type }).end(content)
  } catch {
    response.writeHead(404).end()
  }
}

async function take(request: IncomingMessage, response: ServerResponse, captures: Capture[]) {
  const body = await text(request)
  const contentType = request.headers['content-type'] ?? ''
  if (request.method === 'POST')
    captures.push({ address: request.url ?? '', contentType, body, at: Date.now() })
  response
    .writeHead(200, {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'content-type',
      'access-control-allow-methods': 'POST, OPTIONS',
    })
    .end()
}
