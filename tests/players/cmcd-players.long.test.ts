import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { aChromiumLaunch } from '@playhead/testing/chromium.ts'
import { cmcdKeys } from '@playhead/collector/cmcd/keys.ts'
import { parseCmcdReport } from '@playhead/collector/cmcd/parse-cmcd-report.ts'
import type { ArrivedEvent } from '@playhead/collector/player-event.ts'
import { viewRow } from '@playhead/collector/view/view-row.ts'
import { foldEvents } from '@playhead/collector/view/apply-event.ts'
import { describeUserAgent } from '@playhead/enrichment/describe-user-agent.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { someOf } from '@playhead/testing/how-many.ts'
import { makeStreams } from './make-streams.ts'
import { startPlayerServer, type Capture } from './player-server.ts'
import { setups, type PlayerSetup } from './setups.ts'

const events = ['ps', 'e', 't', 'rr', 'bc', 'c', 'b', 'm', 'um', 'pr', 'pe', 'pc', 'ce', 'h']
const environmentKey = 'environment-of-the-test'
/** When set, in a long run, the captured reports are written to this folder, as fixtures of the collector's own tests. */
const fixtureFolder = process.env['PLAYHEAD_TEST_CMCD_FIXTURES']

let folder: string
let server: Awaited<ReturnType<typeof startPlayerServer>>
let browser: Browser

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'players-'))
  await makeStreams(folder)
  server = await startPlayerServer(folder)
  browser = await chromium.launch(aChromiumLaunch())
})

afterAll(async () => {
  await browser?.close()
  server?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function open(setup: PlayerSetup, source: string | null) {
  const page = await browser.newPage()
  await page.goto(`${server.siteUrl}/?library=${setup.library}`)
  const from = server.captures.length
  const sessionId = crypto.randomUUID()
  const report = {
    sessionId,
    contentId: `video of ${setup.name}`,
    url: `${server.collectorUrl}/cmcd/${environmentKey}?player=${setup.name}`,
    events,
    keys: Object.keys(cmcdKeys),
  }
  await page.evaluate(`(${setup.begin})(${JSON.stringify(report)}, ${JSON.stringify(source)})`)
  const video = (expression: string) =>
    page.evaluate(`void document.getElementById('video').${expression}`)
  return { page, video, captured: () => server.captures.slice(from), sessionId }
}

const parse = (capture: Capture, setup: PlayerSetup) =>
  parseCmcdReport(capture.body, { environmentKey, player: setup.name })

const arrive = (captures: readonly Capture[], setup: PlayerSetup): ArrivedEvent[] =>
  captures.flatMap((capture, batch) => {
    const parsed = parse(capture, setup)
    return parsed.events.map((event) => ({
      ...event,
      environmentId: '00000000-0000-4000-8000-000000000001',
      source: 'cmcd' as const,
      receivedAt: capture.at,
      batch,
      transmittedAt: parsed.transmittedAt ?? capture.at,
      roundTripMs: 0,
      context: {
        continent_code: null,
        country: null,
        region: null,
        city: null,
        latitude: null,
        longitude: null,
        asn: null,
        asn_name: null,
        ip_prefix: null,
        ...describeUserAgent('', {}),
      },
    }))
  })

function rowOf(captures: readonly Capture[], setup: PlayerSetup) {
  const state = foldEvents(arrive(captures, setup))
  if (!state) throw new Error('No event was reported.')
  return viewRow(state, { retentionDays: 30, errorRules: new Map(), now: Date.now() })
}

async function keep(setup: PlayerSetup, what: string, captures: readonly Capture[]) {
  if (!fixtureFolder) return
  await mkdir(fixtureFolder, { recursive: true })
  const reports = captures.map(({ contentType, body, at }) => ({ contentType, body, at }))
  await writeFile(
    path.join(fixtureFolder, `${setup.name}-${what}.json`),
    `${JSON.stringify(reports, null, 1).replaceAll(server.siteUrl, 'http://media.example')}\n`,
  )
}

test.each(someOf('players', setups, 1))(
  '$name reports a view: played, paused, sought, played to its end',
  async (setup) => {
    const { page, video, captured } = await open(setup, null)
    await page.waitForFunction(`document.getElementById('video').readyState >= 3`)
    const played = Date.now()
    await video('play()')
    await page.waitForFunction(`document.getElementById('video').currentTime > 1.5`)
    await video('pause()')
    const beforePause = Date.now() - played
    await page.waitForTimeout(700)
    await page.evaluate(`document.getElementById('video').currentTime = 5`)
    await page.waitForFunction(`!document.getElementById('video').seeking`)
    await page.waitForTimeout(300)
    const resumed = Date.now()
    // dash.js may reopen its source at the end: the element is then paused, and its `ended` is reset or was never set.
    await video(`addEventListener('ended', () => { globalThis.hasEnded = true })`)
    await video('play()')
    await page.waitForFunction(`globalThis.hasEnded || ((video) =>
      video.paused && video.currentTime === video.duration)(document.getElementById('video'))`)
    const afterPause = Date.now() - resumed
    await page.waitForTimeout(500)
    await page.close()
    const captures = captured()
    await keep(setup, 'to-the-end', captures)

    expect(new Set(captures.map(({ contentType }) => contentType))).toEqual(
      new Set(['application/cmcd']),
    )
    expect(captures.flatMap((capture) => parse(capture, setup).refused)).toEqual([])
    const row = rowOf(captures, setup)
    const playedMs = beforePause + afterPause
    expect(row).toMatchObject({
      video_id: `video of ${setup.name}`,
      player_software: setup.name,
      stream_type: 'on-demand',
      ended: true,
      watched: true,
      playback_failure: false,
      exit_before_video_start: false,
      seek_count: 1,
      rebuffer_count: 0,
      video_source_bitrate: expect.any(Number),
    })
    expect(row?.playing_time).toBeGreaterThan(playedMs - 1_000)
    // Shaka reports playing as soon as it could play.
    expect(row?.playing_time).toBeLessThan(
      playedMs + (setup.name === 'shaka-player' ? 2_500 : 1_000),
    )
    expect(row?.request_count).toBeGreaterThan(4)
    expect(row?.request_failed_count).toBe(0)
  },
)

test.each(someOf('players', setups, 1))('$name: a source that is missing', async (setup) => {
  const missing = `${server.siteUrl}/gone.${setup.format === 'h' ? 'm3u8' : 'mpd'}`
  const { page, video, captured } = await open(setup, missing)
  await video('play()?.catch(() => {})')
  const isTold = () => captured().some(({ body }) => body.includes(`e=${setup.lastEvent},`))
  await expect.poll(isTold).toBe(true)
  await page.waitForTimeout(300)
  await page.close()
  await keep(setup, 'missing-source', captured())
  expect(rowOf(captured(), setup)).toMatchObject({
    watched: false,
    // Shaka does not report why a load fails: its viewer counts as one who left before the video started.
    playback_failure: setup.errorCode !== null,
    video_startup_failure: setup.errorCode !== null,
    exit_before_video_start: setup.errorCode === null,
    player_error_code: setup.errorCode,
  })
})
