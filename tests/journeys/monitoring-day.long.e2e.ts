import { type CDPSession, expect, type Page, type Route, test } from '@playwright/test'
import { howMany } from '@playhead/testing/how-many.ts'
import { environmentPath, makeWorld, signIn } from './world.ts'

/** Of the clock of the browser, which this test turns. */
const minutes = howMany('wall-minutes', { usual: 4, long: 30, release: 720 })
const stepsAMinute = 12
const stepSeconds = 5
const windowSteps = 360
/** A screen holds what it showed for a moment; what grows does so over the rest of the time, too. */
const warmUpShare = 1 / 3
const slackBytes = 2_000_000

const iso = (seconds: number) => new Date(seconds * 1_000).toISOString()

/** Data that are other ones at each step, as large as those of an audience of thousands. */
const respondAt = (url: URL, newest: number) => {
  const first = newest - (windowSteps - 1) * stepSeconds
  const moment = { timeframe: [newest, newest + stepSeconds], total_row_count: 100 }
  const window = { timeframe: [first, newest + stepSeconds], total_row_count: windowSteps }
  if (url.pathname.endsWith('/histogram-timeseries'))
    return {
      ...window,
      data: Array.from({ length: 30 }, (_, minute) => ({
        timestamp: iso(first + minute * 60),
        bucket_values: Array.from({ length: 7 }, (_value, at) => ({
          count: (newest + minute + at) % 9,
          percentage: 0.1,
        })),
        max_percentage: 0.5,
        average: 900,
        median: 800 + (newest % 100),
        p95: 2_000,
        sum: 40,
      })),
      meta: { bucket_unit: 'milliseconds', buckets: [] },
    }
  if (url.pathname.endsWith('/timeseries'))
    return {
      ...window,
      data: Array.from({ length: windowSteps }, (_, at) => ({
        date: iso(first + at * stepSeconds),
        value: 0.5 + ((first / stepSeconds + at) % 97) / 200,
        concurrent_viewers: 2_000,
      })),
    }
  const isCountry = url.searchParams.get('dimension') === 'country'
  const codes = ['DE', 'US', 'SE', 'BR', 'FR', 'GB', 'JP', 'AU', 'IN', 'ZA']
  return {
    ...moment,
    data: Array.from({ length: isCountry ? codes.length : 100 }, (_, at) => ({
      // Other titles every minute, so that what is kept of old ones shows.
      value: isCountry ? codes[at]! : `Title ${at} of ${Math.floor(newest / 60)}`,
      display_value: isCountry ? codes[at]! : '',
      metric_value: 10 + ((newest / stepSeconds + at) % 31),
      concurrent_viewers: 10 + ((newest / stepSeconds + at) % 31),
      starting_up_viewers: 0,
      negative_impact: 0,
    })),
  }
}

const measure = async (session: CDPSession) => {
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  return { bytes: usedSize, nodes, listeners: jsEventListeners }
}

const pill = (page: Page, text: string | RegExp) => page.locator('header').getByText(text)

test('a wall that is on for half a day takes no more memory, and outlives a server that was away', async ({
  page,
}) => {
  test.setTimeout(180_000 + minutes * 10_000)
  const world = await makeWorld()
  await signIn(page, world.admin)
  await page.setViewportSize({ width: 1920, height: 1080 })

  let newest = Math.floor(Date.now() / 5_000) * stepSeconds
  let isAway = false
  const respond = (route: Route) =>
    isAway
      ? route.abort()
      : route.fulfill({ json: respondAt(new URL(route.request().url()), newest) })
  await page.route('**/data/v1/monitoring/**', respond)
  // Without a socket each step is a request that the test can wait for.
  await page.route('**/socket/**', (route) => route.abort())
  await page.routeWebSocket('**/socket/**', (socket) => socket.close())
  await page.clock.install({ time: (newest + 7) * 1_000 })
  await page.goto(environmentPath(world, 'monitoring?wall=1'))
  await expect(page.getByRole('list', { name: 'Top titles' })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const session = await page.context().newCDPSession(page)

  let answered = 0
  page.on('response', (response) => {
    if (response.url().includes('current-concurrent-viewers/timeseries')) answered += 1
  })
  const step = async () => {
    newest += stepSeconds
    const before = answered
    await page.clock.runFor(stepSeconds * 1_000)
    let looks = 0
    await expect
      .poll(
        async () => {
          looks += 1
          // After an answer that came late the page may have skipped a turn.
          if (looks % 20 === 0) await page.clock.runFor(stepSeconds * 1_000)
          return answered
        },
        { intervals: [10] },
      )
      .toBeGreaterThan(before)
  }
  const run = async (steps: number) => {
    for (let done = 0; done < steps; done += 1) await step()
  }

  const steps = minutes * stepsAMinute
  await run(Math.round(steps * warmUpShare))
  const before = await measure(session)
  await run(Math.round(steps * (1 - warmUpShare)) - 2 * stepsAMinute)

  isAway = true
  for (let away = 0; away < stepsAMinute; away += 1) {
    newest += stepSeconds
    await page.clock.runFor(stepSeconds * 1_000)
  }
  await expect(pill(page, /Reconnecting · data of \d+ s ago/)).toBeVisible()
  isAway = false
  await run(stepsAMinute)
  await expect(pill(page, 'Live')).toBeVisible()

  const after = await measure(session)
  console.log(`${minutes} minutes: ${JSON.stringify(before)} to ${JSON.stringify(after)}`)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  const title = page.getByRole('list', { name: 'Top titles' }).getByRole('listitem').first()
  await expect(title).toContainText(`of ${Math.floor(newest / 60)}`)
  expect(after.bytes - before.bytes).toBeLessThan(slackBytes)
  expect(after.nodes).toBeLessThan(before.nodes * 1.25)
  expect(after.listeners).toBeLessThan(before.listeners * 1.25)
})
