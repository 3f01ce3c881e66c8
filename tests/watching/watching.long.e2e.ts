import Mux from '@mux/mux-node'
import { expect, type Page } from '@playwright/test'
import { testWithProgram } from '../journeys/own-program.ts'
import { makeWorld } from '../journeys/world.ts'
import { startSite } from './site.ts'
import type { Watching } from './watch-page.ts'

const test = testWithProgram()
type View = Awaited<ReturnType<Mux['data']['videoViews']['retrieve']>>['data']

const completeAfterSeconds = 60
const position = (page: Page) =>
  page.evaluate(() => {
    const element = document.querySelector<HTMLMediaElement>('video, mux-player')
    return element?.currentTime ?? 0
  })
const playTo = (page: Page, seconds: number) =>
  expect.poll(() => position(page), { timeout: 60_000 }).toBeGreaterThan(seconds)

test('the data API reports what real players in a real browser do', async ({
  program,
  browser,
}) => {
  test.setTimeout(600_000)
  const { environment } = await makeWorld({ command: program.command })
  const made = await program.command('token create', {
    environment: environment.id,
    permissions: 'data:read',
  })
  const mux = new Mux({
    baseURL: program.url,
    tokenId: made.id,
    tokenSecret: String(made['secret']),
  })
  const site = await startSite()
  const context = await browser.newContext()
  // Some players fetch a casting library from a third party.
  await context.route(
    (url) => url.hostname !== 'localhost',
    (route) => route.abort(),
  )
  const collector = `localhost:${new URL(program.url).port}`
  const open = async (watching: Pick<Watching, 'player' | 'title' | 'source'>) => {
    const page = await context.newPage()
    await page.goto(
      site.pageOf({ ...watching, collector, environmentKey: String(made['environment_key']) }),
    )
    return page
  }
  /** Closes the page as people do, so that the SDK sends its last events while it unloads. */
  const leave = (page: Page) => page.close({ runBeforeUnload: true })

  const toTheEnd = async () => {
    const page = await open({ player: 'html5', title: 'To the end', source: '/media/film.mp4' })
    await expect
      .poll(() => page.evaluate(() => document.querySelector('video')!.ended), { timeout: 60_000 })
      .toBe(true)
    await leave(page)
    return Date.now()
  }
  const seeking = async () => {
    const page = await open({ player: 'html5', title: 'Seeking', source: '/media/film.mp4' })
    await playTo(page, 1)
    await page.evaluate(() => {
      document.querySelector('video')!.currentTime = 5
    })
    await playTo(page, 6)
    await leave(page)
  }
  const stalling = async () => {
    const page = await open({
      player: 'hls',
      title: 'Stalling',
      source: '/slow/hls/stream.m3u8',
    })
    await playTo(page, 9)
    await leave(page)
  }
  const failing = async () => {
    const page = await open({ player: 'html5', title: 'Failing', source: '/media/missing.mp4' })
    const hasFailed = () => page.evaluate(() => document.querySelector('video')!.error !== null)
    await expect.poll(hasFailed, { timeout: 60_000 }).toBe(true)
    await leave(page)
  }
  const leavingEarly = async () => {
    const page = await open({ player: 'html5', title: 'Leaving', source: '/hanging/film.mp4' })
    const isLoading = () =>
      page.evaluate(() => {
        const video = document.querySelector('video')!
        return !video.paused && video.networkState === video.NETWORK_LOADING
      })
    await expect.poll(isLoading, { timeout: 60_000 }).toBe(true)
    await leave(page)
  }
  const others = async () => {
    for (const player of ['videojs', 'mux-player'] as const) {
      const page = await open({ player, title: `With ${player}`, source: '/media/film.mp4' })
      await playTo(page, 4)
      await leave(page)
    }
  }
  try {
    const watched = Promise.all([
      toTheEnd(),
      seeking(),
      stalling(),
      failing(),
      leavingEarly(),
      others(),
    ])
    await expect
      .poll(
        async () => {
          const { data } = await mux.data.monitoring.metrics.getTimeseries(
            'current-concurrent-viewers',
          )
          return Math.max(...data.map((point) => point.concurrent_viewers))
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(0)
    const [endedAt] = await watched

    const views = new Map<string, View>()
    const read = async () => {
      const { data } = await mux.data.videoViews.list({ timeframe: ['60:minutes'] })
      for (const { id, video_title: title } of data)
        if (title !== null && !views.has(title))
          views.set(title, (await mux.data.videoViews.retrieve(id)).data)
      return views
    }
    await expect.poll(async () => (await read()).has('To the end'), { timeout: 120_000 }).toBe(true)
    const readableAfterSeconds = (Date.now() - endedAt) / 1000
    console.log(`readable ${readableAfterSeconds.toFixed(1)} s after the end`)
    await expect.poll(async () => (await read()).size, { timeout: 120_000 }).toBe(7)

    const viewOf = (title: string) => views.get(title)!
    const whole = viewOf('To the end')
    expect(whole).toMatchObject({
      video_id: 'to-the-end',
      player_name: 'Watch page',
      custom_1: 'from the page',
      playback_failure: false,
      exit_before_video_start: false,
      view_dropped: false,
      viewer_application_name: expect.stringContaining('Chrom'),
      viewer_os_family: 'Linux',
      buffering_count: 0,
    })
    expect(whole.time_to_first_frame).toBeLessThan(10_000)
    expect(Number(whole.view_playing_time)).toBeGreaterThan(7_000)
    expect(Number(whole.view_playing_time)).toBeLessThan(10_000)
    expect(Number(whole.playback_score)).toBe(1)
    expect(whole.events.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['viewstart', 'play', 'playing', 'ended', 'viewend']),
    )
    expect(readableAfterSeconds).toBeGreaterThan(completeAfterSeconds - 5)

    expect(viewOf('Seeking').view_seek_count).toBe(1)
    expect(viewOf('Stalling').buffering_count).toBeGreaterThanOrEqual(1)
    expect(viewOf('Stalling').buffering_duration).toBeGreaterThan(1_000)
    expect(viewOf('Failing')).toMatchObject({
      playback_failure: true,
      video_startup_failure: true,
      player_error_code: '4',
    })
    expect(Number(viewOf('Failing').playback_score)).toBe(0)
    expect(viewOf('Leaving')).toMatchObject({
      playback_failure: false,
      exit_before_video_start: true,
      time_to_first_frame: null,
    })
    expect(viewOf('With videojs').player_software).toContain('Video.js')
    expect(viewOf('With mux-player').playback_failure).toBe(false)

    const { data: overall } = await mux.data.metrics.getOverallValues('views', {
      timeframe: ['60:minutes'],
    })
    expect(overall.value).toBe(7)
    const { data: failures } = await mux.data.metrics.getOverallValues(
      'playback_failure_percentage',
      { timeframe: ['60:minutes'] },
    )
    expect(failures.value).toBeCloseTo(1 / 7, 6)
  } finally {
    await context.close()
    await site.stop()
  }
})
