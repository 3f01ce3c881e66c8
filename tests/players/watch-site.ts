import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { chromium, type Page } from '@playwright/test'
import { aChromiumLaunch } from '@playhead/testing/chromium.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startFileServer } from '@playhead/testing/media/file-server.ts'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { type Json, startTestApp } from '@playhead/testing/test-app.ts'
import { Hono } from 'hono'
import { build } from 'vite'
import { features } from '../../apps/server/features.ts'
import { securityHeaders } from '../../apps/server/http/security-headers.ts'

/** Properties read from a media element of the page. */
export interface Media {
  currentTime: number
  duration: number
  paused: boolean
  ended: boolean
  playbackRate: number
  videoHeight: number
  buffered: { length: number }
  textTracks: Iterable<{ mode: string; label: string }>
}

const root = path.join(import.meta.dirname, '../..')

const file = (name: string, type: string) => async () =>
  new Response(await readFile(name), { headers: { 'content-type': type } })

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

/** The viewer pages with the real API below them, and a browser. */
export const startWatchSite = async (addRoutes: (site: Hono) => void = () => {}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'playhead-viewer-'))
  const { app, api, call, database } = await startTestApp(features, {
    settings: { PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1' },
  })
  const make = aFactory(database)
  const { environment } = await make.world()
  const token = await make.accessToken(environment, ['video:read', 'video:write', 'system:write'])
  const reports: string[] = []

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
  addRoutes(site)
  site.route('/', api)
  const server = serve({ fetch: site.fetch, hostname: '127.0.0.1', port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  // The reporting library uses http for localhost only.
  const url = `http://localhost:${port}`
  const files = await startFileServer()
  const browser = await chromium.launch(aChromiumLaunch())
  const open: Page[] = []

  const openPage = async () => {
    const page = await (
      await browser.newContext({ viewport: { width: 1000, height: 700 } })
    ).newPage()
    open.push(page)
    return page
  }
  const visit = async (address: string) => {
    const page = await openPage()
    const hosts = new Set<string>()
    const complaints: string[] = []
    page.on('request', (request) => {
      if (/^https?:/.test(request.url())) hosts.add(new URL(request.url()).origin)
    })
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) complaints.push(message.text())
    })
    await page.goto(`${url}${address}`)
    return { page, hosts, complaints }
  }
  const ingest = async (clip: string, title: string, settings: Json = {}) => {
    const given = files.give(`/${path.basename(clip)}`, clip)
    const body = {
      inputs: [{ url: given }],
      playback_policies: ['public'],
      meta: { title },
      ...settings,
    }
    const { data } = (await call('/video/v1/assets', { token, body })).body
    const read = async () => (await call(`/video/v1/assets/${data.id}`, { token })).body.data
    await runJobs(app, features, { until: async () => (await read()).status !== 'preparing' })
    return { id: data.id as string, playbackId: (await read()).playback_ids[0].id as string }
  }
  return {
    app,
    call,
    environment,
    token,
    reports,
    folder,
    url,
    /** A different site for browsers. */
    otherUrl: `http://127.0.0.1:${port}`,
    stateOf,
    until,
    openPage,
    visit,
    ingest,
    runJobs: () => runJobs(app, features),
    buildPlayer: () =>
      build({
        configFile: path.join(root, 'apps/dashboard/vite.player.config.ts'),
        mode: 'test',
        logLevel: 'error',
        build: { outDir: folder, emptyOutDir: true, sourcemap: false },
      }),
    closePages: async () => {
      for (const page of open.splice(0)) await page.context().close()
    },
    stop: async () => {
      await browser.close()
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await files.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
