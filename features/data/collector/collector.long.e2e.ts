import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { someOf } from '@playhead/testing/how-many.ts'
import { expect, type BrowserContext, type Page } from '@playwright/test'
import { build } from 'vite'
import { expectAccessible } from '../../../tests/journeys/expect-accessible.ts'
import { testWithProgram } from '../../../tests/journeys/own-program.ts'
import { addPerson, makeWorld, signIn } from '../../../tests/journeys/world.ts'
import { makeStreams } from '../../../tests/players/make-streams.ts'
import { makeMedia } from '../../../tests/watching/media.ts'

const test = testWithProgram()
const root = path.join(import.meta.dirname, '../../..')

/** Example URLs of the snippets, and what the test site serves instead. */
const sources: Record<string, string> = {
  'https://example.com/stream.m3u8': '/master.m3u8',
  'https://example.com/manifest.mpd': '/manifest.mpd',
  'https://example.com/film.mp4': '/film.mp4',
}
const types: Record<string, string> = {
  '.mpd': 'application/dash+xml',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mp4': 'video/mp4',
}

/** As a user of the snippet does it: its imports are resolved from their packages by a bundler. */
async function bundle(code: string) {
  const entry = path.join(root, 'snippet-entry.js')
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'snippet',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      rolldownOptions: { input: entry, output: { codeSplitting: false } },
    },
  })
  const [first] = Array.isArray(result) ? result : [result]
  if (!first || !('output' in first)) throw new Error('Nothing was built.')
  return first.output[0].code
}

/** A customer's site: a page around the snippet, and media. */
async function startSite() {
  const folder = await mkdtemp(path.join(tmpdir(), 'playhead-snippets-'))
  await Promise.all([makeStreams(folder), makeMedia(folder)])
  let html = ''
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const file = path.join(folder, path.basename(pathname))
    if (pathname === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
      return
    }
    const type = types[path.extname(file)] ?? 'application/octet-stream'
    const media = createReadStream(file)
    media.once('open', () => {
      response.writeHead(200, { 'content-type': type })
      media.pipe(response)
    })
    media.once('error', () => response.writeHead(404).end())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    async show(snippet: string) {
      const text = Object.entries(sources).reduce(
        (given, [example, own]) => given.replaceAll(example, origin + own),
        snippet,
      )
      const script = /<script type="module">([^]*)<\/script>/.exec(text)
      const markup = script
        ? text.replace(script[0], '')
        : '<video id="video" class="video-js" src="/film.mp4" controls muted></video>'
      const code = (await bundle(script?.[1] ?? text)).replaceAll('</script', '<\\/script')
      html = `<!doctype html><title>Snippet</title>${markup}<script type="module">${code}</script>`
    },
    async stop() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const keepPlaying = () => {
  setInterval(() => {
    const media = document.querySelector<HTMLMediaElement>('mux-player, video')
    if (!media) return
    media.muted = true
    if (media.paused && !media.ended) media.play().catch(() => undefined)
  }, 250)
}

/** Opens the page with the snippet and waits until the collector has accepted a report with the key in it. */
async function watch(context: BrowserContext, origin: string, collector: string, key: string) {
  const page = await context.newPage()
  const taken = page.waitForResponse(
    (response) => {
      const request = response.request()
      return (
        request.method() === 'POST' &&
        response.url().startsWith(collector) &&
        (response.url().includes(key) || (request.postData() ?? '').includes(key))
      )
    },
    { timeout: 60_000 },
  )
  await page.goto(origin)
  await page.evaluate(keepPlaying)
  expect((await taken).status()).toBe(200)
  await page.close({ runBeforeUnload: true })
}

const snippetOn = async (page: Page) =>
  (await page.getByRole('region', { name: 'Point a player here' }).locator('pre').textContent()) ??
  ''

const allPlayers = ['HTML5', 'hls.js', 'Video.js', 'mux-player', 'Shaka', 'dash.js']

test('each snippet makes its player report, and the ledger accounts for it', async ({
  program,
  page,
  browser,
}) => {
  test.setTimeout(300_000)
  const { command } = program
  const world = await makeWorld({ command })
  const staff = await addPerson(world.organization.id, { isInternal: true, command })
  await signIn(page, staff)
  await page.goto(`/operator/collector?environment=${world.environment.id}&timeframe=1:hours`)
  await expect(page.getByText('No beacons yet')).toBeVisible()
  await expectAccessible(page, 'an empty collector')

  const site = await startSite()
  const context = await browser.newContext()
  // Some players load a library for casting from another host.
  await context.route(
    (url) => url.hostname !== 'localhost',
    (route) => route.abort(),
  )
  const key = /env_key: '([^']+)'/.exec(await snippetOn(page))?.[1] ?? ''
  expect(key).not.toBe('')
  const tryOut = async () => {
    await site.show(await snippetOn(page))
    await watch(context, site.origin, program.url, key)
  }
  try {
    const players = someOf('players', allPlayers, 3)
    for (const name of players)
      await test.step(name, async () => {
        await page.getByRole('tab', { name, exact: true }).click()
        await tryOut()
      })
    await page.getByRole('tab', { name: 'CMCD' }).click()
    const mediaClients = someOf('media-clients', ['Shaka', 'hls.js', 'dash.js'], 1)
    for (const name of mediaClients)
      await test.step(`CMCD of ${name}`, async () => {
        await page
          .getByRole('radiogroup', { name: 'Media client' })
          .getByRole('radio', { name, exact: true })
          .check()
        await tryOut()
      })
    const row = page.getByRole('row', { name: new RegExp(world.organization.name) })
    await expect(row).toContainText('None')
    await expect(async () => {
      const [received, stored, duplicate, rejected] = (
        await row.getByRole('cell').allTextContents()
      ).map((text) => Number(text.replaceAll(',', '')))
      expect(stored).toBeGreaterThan(2 * (players.length + mediaClients.length))
      expect(rejected).toBe(0)
      expect(received).toBe(stored! + duplicate!)
    }).toPass({ timeout: 20_000 })
    const report = page.getByRole('region', { name: 'CMCD conformance' })
    await expect(report.getByRole('row', { name: /shaka-player/ })).toBeVisible({ timeout: 60_000 })
    await expectAccessible(page, 'a collector at work')
  } finally {
    await context.close()
    await site.stop()
  }
})
