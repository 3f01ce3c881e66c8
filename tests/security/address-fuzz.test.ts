import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { insertPlayableAsset, insertStaticFile } from '@playhead/testing/media/playable-asset.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { features } from '../../apps/server/features.ts'
import { RandomNumber } from '../video/random-number.ts'
import { hostileText } from './hostile-values.ts'
import { makeTenant } from './tenant.ts'

const requests = howMany('requests', { usual: 250, long: 5000, release: 20_000 })
const seed = Number(process.env.PLAYHEAD_TEST_SEED ?? 1)
const clickhouse = await makeTestClickHouse()
const { api, app, database, logLines } = await startTestApp(features, {
  clickhouse,
  // In this mode every endpoint answers.
  settings: { PLAYHEAD_BILLING: 'invoice' },
})

const server = createServer(getRequestListener(api.fetch))
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Sends headers unchanged; a connection closed without a response has no status. */
const send = (
  path: string,
  given: { method: string; headers: Record<string, string>; body?: string },
) =>
  new Promise<number | undefined>((resolve) => {
    const sent = request({ port, host: '127.0.0.1', path, agent: false, ...given })
    sent.setTimeout(10_000, () => sent.destroy())
    sent.once('error', () => resolve(undefined))
    sent.once('response', (answer) => {
      answer.resume().once('close', () => resolve(answer.statusCode))
    })
    sent.end(given.body)
  })

const ofContracts = new Set(
  features.flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint.path)),
)
/** Paths that features serve outside their contracts: playback, images, uploads, viewer pages. */
const addresses = [
  ...new Set(
    api.routes
      .filter(({ path, method }) => method !== 'ALL' && !ofContracts.has(path) && path !== '/*')
      .map(({ path }) => path),
  ),
]
const methods = ['GET', 'HEAD', 'PUT', 'POST', 'OPTIONS', 'DELETE', 'PATCH']
const names = ['token', 'time', 'start', 'end', 'width', 'height', 'fps', 'fit_mode', 'rotate']
/** Path endings after an id, for every kind of URL. */
const files =
  `720p audio-0 270p 720p.m3u8 audio-0.m3u8 1080p.m3u8 nothing.m3u8 init.mp4 0.m4s 1.m4s 9999999.m4s
  highest.mp4 audio.m4a 1.jpg 99999.jpg thumbnail.jpg thumbnail.webp animated.gif storyboard.png
  sample.mp4`.split(/\s+/)
const usualValues = ['0', '1', '3.5', '320', '100000', 'smartcrop', '90', 'true', '720p', 'en']
const oddHeaders: Record<string, string>[] = [
  { range: 'bytes=0-' },
  { range: 'bytes=9-1,-,5' },
  { range: `bytes=${'0-0,'.repeat(400)}` },
  { 'content-range': 'bytes 0-3/4' },
  { 'content-range': 'bytes 9-3/1' },
  { 'content-range': 'bytes */*' },
  { 'content-range': `bytes 0-3/${'9'.repeat(30)}` },
  { origin: 'null' },
  { referer: 'not an address' },
  { 'if-none-match': '"' },
]

test(
  `${requests} hostile requests to what is served beside contracts: none is answered 500`,
  { timeout: 600_000 },
  async () => {
    expect(addresses.length).toBeGreaterThan(15)
    const random = new RandomNumber(seed)
    const tenant = await makeTenant(database)
    const content = Buffer.alloc(1000, 'media')
    const playable = await insertPlayableAsset(app, {
      environment: tenant.environment,
      stored: { '720p': [content, content], 'audio-0': [content, content] },
    })
    await insertStaticFile(app, playable, { name: 'highest.mp4', content, height: 1080 })
    const { playback_id: withoutMedia, asset, upload } = tenant.objects
    const ids = [playable.playbackId, playable.playbackId, withoutMedia, asset, upload]
    const inPaths = [...ids, ...ids.flatMap((id) => [`${id}.m3u8`, `${id}.vtt`]), ...files]
    const fitting = (pattern: string | undefined) =>
      inPaths.filter((one) => !pattern || new RegExp(`^${pattern.slice(1, -1)}$`).test(one))
    const statuses = new Map<number | undefined, number>()
    const faults: unknown[] = []
    const hostile = () => encodeURIComponent(hostileText(random).toWellFormed()) || '%00'
    for (let sent = 0; sent < requests; sent += 1) {
      const address = addresses[sent % addresses.length]!
      const path = address.replaceAll(/:\w+(\{.*?\})?(?=\/|$)/g, (_, pattern?: string) =>
        random.below(6) > 0 ? (random.oneOf(fitting(pattern)) ?? '') : hostile(),
      )
      const query = Array.from(
        { length: random.below(4) },
        () => `${random.oneOf(names)}=${random.below(2) ? random.oneOf(usualValues) : hostile()}`,
      ).join('&')
      const method = random.below(3) === 0 ? (random.oneOf(methods) ?? 'GET') : 'GET'
      const status = await send(`${path}?${query}`, {
        method,
        headers: random.below(3) === 0 ? { ...random.oneOf(oddHeaders) } : {},
        ...(['PUT', 'POST', 'PATCH'].includes(method) && { body: hostileText(random) }),
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 500) faults.push({ method, path, query, logged: logLines.at(-1) })
    }
    expect(faults.slice(0, 5)).toEqual([])
    expect(statuses.get(200)).toBeGreaterThan(requests / 50)
  },
)
