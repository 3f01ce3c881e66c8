import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import Mux from '@mux/mux-node'
import { chromium, type Page } from '@playwright/test'
import { aChromiumLaunch } from '@playhead/testing/chromium.ts'
import { Hono } from 'hono'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isLongRun, someOf } from '@playhead/testing/how-many.ts'
import { makeNoisy } from '@playhead/media/testing-corpus/damage.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startFileServer } from '@playhead/testing/media/file-server.ts'
import { insertTextTrack } from '@playhead/testing/media/playable-asset.ts'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { features } from '../../apps/server/features.ts'
import { findBarriers } from '../journeys/find-barriers.ts'
import { securityHeaders } from '../../apps/server/http/security-headers.ts'

/** The viewer pages in a real browser, with real videos. */
const root = path.join(import.meta.dirname, '../..')
const folder = await mkdtemp(path.join(tmpdir(), 'playhead-viewer-'))
const { app, api, call, database } = await startTestApp(features, {
  settings: { PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1' },
})
const make = aFactory(database)
const { environment } = await make.world()
const token = await make.accessToken(environment, ['video:read', 'video:write', 'system:write'])
const reports: string[] = []

const file = (name: string, type: string) => async () =>
  new Response(await readFile(name), { headers: { 'content-type': type } })

const site = new Hono()
site.use(securityHeaders(app.settings))
site.post('/', async (c) => {
  reports.push(await c.req.text())
  return c.body(null, 200)
})
site.get('/player/player.js', file(path.join(folder, 'player/player.js'), 'text/javascript'))
site.get('/player/player.css', file(path.join(folder, 'player/player.css'), 'text/css'))
site.get(
  '/theme-start.js',
  file(path.join(root, 'apps/dashboard/public/theme-start.js'), 'text/javascript'),
)
site.get(
  '/favicon.svg',
  file(path.join(root, 'apps/dashboard/public/favicon.svg'), 'image/svg+xml'),
)
site.get('/elsewhere', (c) => {
  const frame = `<iframe src="${siteUrl}/embed/${ids.film}?muted&autoplay" allow="autoplay"></iframe>`
  return c.html(frame, 200, { 'content-security-policy': 'frame-src *' })
})
site.get(
  '/mux-player.js',
  file(path.join(root, 'node_modules/@mux/mux-player/dist/mux-player.js'), 'text/javascript'),
)
site.get('/their-player', (c) => {
  const { token: given } = c.req.query()
  const query = given ? `?token=${given}` : ''
  const stream = `/${given ? ids.signed : ids.film}.m3u8${query}`
  const player = `<mux-player src="${stream}" storyboard-src="/${ids.film}/storyboard.vtt" muted autoplay disable-tracking></mux-player>`
  return c.html(`<script src="/mux-player.js"></script>${player}`, 200, {
    'content-security-policy': "default-src 'self' 'unsafe-inline' blob: data:",
  })
})
site.route('/', api)
const server = serve({ fetch: site.fetch, hostname: '127.0.0.1', port: 0 })
await new Promise((resolve) => server.once('listening', resolve))
// The reporting library uses http for localhost only.
const { port } = server.address() as AddressInfo
const siteUrl = `http://localhost:${port}`
/** A different site for browsers. */
const elsewhereUrl = `http://127.0.0.1:${port}/elsewhere`
const files = await startFileServer()
const browser = await chromium.launch(aChromiumLaunch())
const ids = { film: '', sound: '', signed: '' }

const ingest = async (clip: string, policy: string, title: string) => {
  const url = files.give(`/${path.basename(clip)}`, clip)
  const body = { inputs: [{ url }], playback_policies: [policy], meta: { title } }
  const { data } = (await call('/video/v1/assets', { token, body })).body
  const read = async () => (await call(`/video/v1/assets/${data.id}`, { token })).body.data
  await runJobs(app, features, { until: async () => (await read()).status !== 'preparing' })
  return { id: data.id as string, playbackId: (await read()).playback_ids[0].id as string }
}

beforeAll(async () => {
  await build({
    configFile: path.join(root, 'apps/dashboard/vite.player.config.ts'),
    mode: 'test',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, sourcemap: false },
  })
  const clip = await makeClip(
    '-f lavfi -i testsrc2=s=1280x720:r=25:d=12 -f lavfi -i sine=f=440:d=12 -c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p -b:v 1M -c:a aac',
  )
  const film = await ingest(clip, 'public', 'Northern lights')
  await insertTextTrack(
    app,
    { id: film.id, environmentId: environment.id },
    {
      language: 'en',
      name: 'English',
      vtt: 'WEBVTT\n\n00:00.000 --> 00:11.000\nHello there\n',
    },
  )
  ids.film = film.playbackId
  ids.signed = (await ingest(clip, 'signed', 'Members only')).playbackId
  ids.sound = (
    await ingest(await makeClip('-f lavfi -i sine=f=330:d=8 -c:a aac', 'm4a'), 'public', 'A tone')
  ).playbackId
})

afterAll(async () => {
  await browser.close()
  server.close()
  if ('closeAllConnections' in server) server.closeAllConnections()
  await files.close()
  await rm(folder, { recursive: true, force: true })
})

const open: Page[] = []
afterEach(async () => {
  for (const page of open.splice(0)) await page.context().close()
})

const visit = async (address: string) => {
  const page = await (
    await browser.newContext({ viewport: { width: 1000, height: 700 } })
  ).newPage()
  open.push(page)
  const hosts = new Set<string>()
  const complaints: string[] = []
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) hosts.add(new URL(request.url()).origin)
  })
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) complaints.push(message.text())
  })
  await page.goto(`${siteUrl}${address}`)
  return { page, hosts, complaints }
}

/** Properties read from a media element of the page. */
interface Media {
  currentTime: number
  paused: boolean
  ended: boolean
  playbackRate: number
  videoHeight: number
  buffered: { length: number }
  textTracks: Iterable<{ mode: string; label: string }>
}

const stateOf = (page: Page) =>
  page.locator('video, audio').evaluate((media: Media) => ({
    time: media.currentTime,
    isPaused: media.paused,
    height: media.videoHeight,
    ranges: media.buffered.length,
    texts: [...media.textTracks].filter(({ mode }) => mode === 'showing').map(({ label }) => label),
  }))

const until = async (page: Page, is: (state: Awaited<ReturnType<typeof stateOf>>) => boolean) => {
  for (let left = 100; left > 0; left -= 1) {
    const state = await stateOf(page)
    if (is(state)) return state
    await pause(150)
  }
  throw new Error(`It did not come about: ${JSON.stringify(await stateOf(page))}`)
}

describe('the page of a video', () => {
  test('plays by keyboard, calls only this server, and reports to it', async () => {
    const { page, hosts, complaints } = await visit(`/watch/${ids.film}?muted`)
    const player = page.locator('media-controller')
    await until(page, ({ ranges }) => ranges > 0)
    // The player was not clicked, so it has no focus.
    await page.keyboard.press('k')
    const playing = await until(page, ({ time }) => time > 1)
    expect(playing).toMatchObject({ isPaused: false, ranges: 1, height: 720 })
    await player.press('k')
    await until(page, ({ isPaused }) => isPaused)
    await player.press('ArrowRight')
    await until(page, ({ time }) => time > 10)
    expect([...hosts]).toEqual([siteUrl])
    expect(complaints).toEqual([])
    await page.goto('about:blank')
    for (let left = 40; left > 0 && reports.length === 0; left -= 1) await pause(100)
    expect(reports.join('')).toContain('Northern lights')
  })

  test.runIf(isLongRun())('changes the quality that was chosen in its menu', async () => {
    const { page } = await visit(`/watch/${ids.film}?muted&autoplay`)
    await until(page, ({ time }) => time > 0.3)
    await page.getByRole('button', { name: /settings/i }).click()
    await page.locator('[data-part="quality-item"]').click()
    await page.locator('[data-part="quality"]').getByText('270p').click()
    expect(await until(page, ({ height }) => height === 270)).toMatchObject({ ranges: 1 })
  })

  test('shows captions when they are switched on', async () => {
    const { page } = await visit(`/watch/${ids.film}?muted&autoplay`)
    await until(page, ({ time }) => time > 0.3)
    const player = page.locator('media-controller')
    const before = await stateOf(page)
    await player.press('c')
    const after = await until(page, ({ texts }) => texts.length !== before.texts.length)
    expect([before.texts, after.texts].toSorted()).toEqual([[], ['English']])
  })

  test('has no faults that hinder people', async () => {
    const { page } = await visit(`/watch/${ids.film}?muted`)
    await page.locator('media-controller').waitFor()
    expect(await findBarriers(page)).toEqual([])
  })

  test.runIf(isLongRun())('with sound only plays in a bar', async () => {
    const { page } = await visit(`/watch/${ids.sound}?muted`)
    await page.locator('media-controller').press('k')
    await until(page, ({ time }) => time > 0.5)
    expect((await page.locator('media-controller').boundingBox())?.height).toBeLessThan(80)
  })
})

test('a signed video says that it is private without a token', async () => {
  const { page } = await visit(`/watch/${ids.signed}`)
  await page.getByRole('heading', { name: 'This video is private' }).waitFor()
  expect(await page.locator('video').count()).toBe(0)
})

test('a stream that cannot be had any more is said in plain words, and asked for again', async () => {
  const page = await (await browser.newContext()).newPage()
  open.push(page)
  await page.route(/\.m3u8/, (route) =>
    route.fulfill({ status: 404, json: { error: { message: 'There is no such video.' } } }),
  )
  await page.goto(`${siteUrl}/watch/${ids.film}?muted`)
  await page.getByRole('alert').getByText('There is no such video.').waitFor()
  await page.unroute(/\.m3u8/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('media-controller').press('k')
  await until(page, ({ time }) => time > 0.3)
  expect(await page.getByRole('alert').isVisible()).toBe(false)
})

test('the player plays inside a page of another person', async () => {
  const page = await (await browser.newContext()).newPage()
  open.push(page)
  await page.goto(elsewhereUrl)
  const video = page.frameLocator('iframe').locator('video')
  const timeOf = () => video.evaluate((media: Media) => media.currentTime)
  for (let left = 80; left > 0 && (await timeOf()) < 0.5; left -= 1) await pause(150)
  expect(await timeOf()).toBeGreaterThan(0.4)
})

describe('odd files play to their end', () => {
  const h264 = '-c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p'
  const picture = (seconds: number) => `-f lavfi -i testsrc2=s=640x360:r=25:d=${seconds}`
  const sound = (seconds: number) => `-f lavfi -i sine=f=440:r=48000:d=${seconds}`

  const oddFiles = [
    {
      name: 'a cover and a sound',
      seconds: 30,
      recipe: `${picture(0.04)} ${sound(30)} ${h264} -c:a aac`,
    },
    {
      name: 'noise in the middle of H.264',
      seconds: 12,
      isDamaged: true,
      recipe: `${picture(12)} ${sound(12)} ${h264} -b:v 800k -c:a aac`,
    },
    {
      name: 'a sound longer than its picture',
      seconds: 12,
      recipe: `${picture(5)} ${sound(12)} ${h264} -c:a aac`,
    },
  ]

  test.for(someOf('odd-files', oddFiles, 2))(
    '$name',
    { timeout: 120_000 },
    async ({ name, seconds, recipe, isDamaged }) => {
      const clip = await makeClip(recipe)
      const given = path.join(folder, `${name.replaceAll(' ', '-')}.mp4`)
      await writeFile(
        given,
        isDamaged ? makeNoisy(20_000)(await readFile(clip)) : await readFile(clip),
      )
      const { playbackId } = await ingest(given, 'public', name)
      const { page } = await visit(`/watch/${playbackId}?muted`)
      await until(page, ({ ranges }) => ranges > 0)
      await page.locator('video').evaluate((media: Media) => {
        media.playbackRate = 4
      })
      await page.locator('media-controller').press('k')
      await expect
        .poll(() => page.locator('video').evaluate((media: Media) => media.ended), {
          timeout: 60_000,
        })
        .toBe(true)
      const { time, height } = await stateOf(page)
      expect(Math.abs(time - seconds)).toBeLessThan(0.2)
      expect(height).toBeGreaterThan(100)
    },
  )
})

describe('the player of the public SDK', () => {
  test('plays a public video of ours, unchanged, with its pictures', async () => {
    const asked: string[] = []
    const { page } = await visit('/watch/none')
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${siteUrl}/their-player`)
    expect(await until(page, ({ time }) => time > 1)).toMatchObject({ isPaused: false, ranges: 1 })
    await page.locator('video').evaluate((media: Media) => {
      media.currentTime = 9
    })
    await until(page, ({ time }) => time > 9.5)
    expect(asked).toContain(`/${ids.film}/storyboard.vtt`)
  })

  test.runIf(isLongRun())('plays a signed one with the token of a key', async () => {
    const key = (await call('/system/v1/signing-keys', { method: 'POST', token })).body.data
    const mux = new Mux({ tokenId: 'none', tokenSecret: 'none' })
    const signed = await mux.jwt.signPlaybackId(ids.signed, {
      keyId: key.id,
      keySecret: key.private_key,
    })
    const { page } = await visit(`/their-player?token=${signed}`)
    expect(await until(page, ({ time }) => time > 1)).toMatchObject({ isPaused: false })
  })
})
