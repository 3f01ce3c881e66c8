import { X509Certificate } from 'node:crypto'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import Mux from '@mux/mux-node'
import { chromium } from '@playwright/test'
import { aChromiumLaunch } from '@playhead/testing/chromium.ts'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startFileServer } from '@playhead/testing/media/file-server.ts'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { features } from '../../apps/server/features.ts'

/** The published player element with only an id and a domain, on a third-party site. */
const domain = 'media.test'
const shop = 'shop.test'
const folder = await mkdtemp(path.join(tmpdir(), 'playhead-domain-'))
const { app, api, call, database } = await startTestApp(features, {
  settings: { PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1', PLAYHEAD_PUBLIC_URL: `https://${domain}` },
})
const make = aFactory(database)
const { environment } = await make.world()
const token = await make.accessToken(environment, ['video:read', 'video:write', 'system:write'])

const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')]
const request = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=media`
const names = `-addext subjectAltName=DNS:*.${domain} -keyout ${key} -out ${certificate}`
await promisify(execFile)('openssl', `${request} ${names}`.split(' '))

const element = path.join(
  import.meta.dirname,
  '../../node_modules/@mux/mux-player/dist/mux-player.js',
)
const site = new Hono()
const ofShop = new Hono()
const script = { headers: { 'content-type': 'text/javascript' } }
ofShop.get('/mux-player.js', async () => new Response(await readFile(element), script))
ofShop.get('/', (c) => {
  const attributes = new URL(c.req.url).searchParams
  const written = [...attributes].map(([name, value]) => `${name}="${value}"`).join(' ')
  return c.html(`<script src="/mux-player.js"></script>
<mux-player ${written} custom-domain="${domain}" disable-tracking muted autoplay></mux-player>`)
})
site.all('*', (c) =>
  (new URL(c.req.url).hostname === shop ? ofShop : api).fetch(c.req.raw, c.env as object),
)
const server = serve({
  fetch: site.fetch,
  hostname: '127.0.0.1',
  port: 0,
  createServer,
  serverOptions: { key: await readFile(key), cert: await readFile(certificate) },
})
await new Promise((resolve) => server.once('listening', resolve))
const { port } = server.address() as AddressInfo
const here = `127.0.0.1:${port}`
const browser = await chromium.launch(
  aChromiumLaunch(
    `--host-resolver-rules=MAP *.${domain} ${here}, MAP ${domain} ${here}, MAP ${shop} ${here}, MAP * ~NOTFOUND`,
  ),
)
const files = await startFileServer()
const ids = { public: '', signed: '' }

beforeAll(async () => {
  const clip = await makeClip(
    '-f lavfi -i testsrc2=s=640x360:r=25:d=8 -f lavfi -i sine=f=440:d=8 -c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p -c:a aac',
  )
  const url = files.give('/clip.mp4', clip)
  const body = { inputs: [{ url }], playback_policies: ['public', 'signed'] }
  const { data } = (await call('/video/v1/assets', { token, body })).body
  const read = async () => (await call(`/video/v1/assets/${data.id}`, { token })).body.data
  await runJobs(app, features, { until: async () => (await read()).status !== 'preparing' })
  for (const { id, policy } of (await read()).playback_ids as { id: string; policy: string }[])
    ids[policy as 'public' | 'signed'] = id
})

afterAll(async () => {
  await browser.close()
  server.close()
  if ('closeAllConnections' in server) server.closeAllConnections()
  await files.close()
  await rm(folder, { recursive: true, force: true })
})

/** Plays a second of it; returns the requests to each host of the domain and their responses. */
const play = async (attributes: Record<string, string>) => {
  // The certificate is self-signed; the tests below check its names.
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const answered: { host: string; path: string; status: number }[] = []
  page.on('response', (response) => {
    const { hostname, pathname } = new URL(response.url())
    if (hostname.endsWith(domain))
      answered.push({ host: hostname, path: pathname, status: response.status() })
  })
  await page.goto(`https://${shop}/?${new URLSearchParams(attributes).toString()}`)
  const video = page.locator('mux-player video')
  await video.waitFor({ state: 'attached' })
  const timeOf = () => video.evaluate((media: { currentTime: number }) => media.currentTime)
  const has = (path: string) => answered.some((one) => one.path === path)
  const pictures = ['thumbnail.webp', 'storyboard.vtt'].map(
    (name) => `/${attributes['playback-id']}/${name}`,
  )
  const isDone = async () => (await timeOf()) > 1 && pictures.every(has)
  for (let left = 100; left > 0 && !(await isDone()); left -= 1) await pause(150)
  return { time: await timeOf(), answered }
}

const askedBy = ({ answered }: Awaited<ReturnType<typeof play>>, host: string) =>
  answered.filter((one) => one.host === `${host}.${domain}`).map((one) => one.path)

const bothHosts = [`image.${domain}`, `stream.${domain}`]
const hostsOf = ({ answered }: Awaited<ReturnType<typeof play>>) =>
  [...new Set(answered.map(({ host }) => host))].toSorted()

const wrongOf = ({ answered }: Awaited<ReturnType<typeof play>>) =>
  answered.filter(({ status }) => status >= 400)

test('a public id with a custom domain plays, from stream. and image. of it alone', async () => {
  const played = await play({ 'playback-id': ids.public })
  expect(played.time).toBeGreaterThan(1)
  expect(wrongOf(played)).toEqual([])
  expect(hostsOf(played)).toEqual(bothHosts)
  expect(askedBy(played, 'stream')).toContain(`/${ids.public}.m3u8`)
  expect(askedBy(played, 'image')).toEqual(
    expect.arrayContaining([`/${ids.public}/thumbnail.webp`, `/${ids.public}/storyboard.vtt`]),
  )
})

test('a signed id plays with the tokens that the client makes for it', async () => {
  const { data } = (await call('/system/v1/signing-keys', { method: 'POST', token })).body
  const { jwt } = new Mux({ tokenId: 'none', tokenSecret: 'none' })
  const tokens = await jwt.signPlaybackId(ids.signed, {
    keyId: data.id,
    keySecret: data.private_key,
    type: ['video', 'thumbnail', 'storyboard'],
  })
  const played = await play({ 'playback-id': ids.signed, ...(tokens as Record<string, string>) })
  expect(played.time).toBeGreaterThan(1)
  expect(wrongOf(played)).toEqual([])
  expect(hostsOf(played)).toEqual(bothHosts)
})

test('one certificate for every name below the domain covers both hosts, and not the domain itself', async () => {
  const wildcard = new X509Certificate(await readFile(certificate))
  expect(wildcard.checkHost(`stream.${domain}`)).toBeDefined()
  expect(wildcard.checkHost(`image.${domain}`)).toBeDefined()
  expect(wildcard.checkHost(domain)).toBeUndefined()
})
