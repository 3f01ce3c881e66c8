import { howMany } from '@playhead/testing/how-many.ts'
import { expect, type Page, type Route, test } from '@playwright/test'
import { call, dataPlaces, type Known, livePlaces, nowhere, openPlace } from './data-places.ts'
import { expectQuiet } from './data-screens.ts'
import { brokenCdn, loadViews } from './data-world.ts'
import { waitForTransitions } from './expect-accessible.ts'
import { findBarriers } from './find-barriers.ts'
import { type Look, looksOf } from './looks.ts'
import { makeWorld, signIn, type World } from './world.ts'

/**
 * Every screen in its looks, with data, without data and with a failing server: axe finds nothing, the page does not
 * scroll sideways, and the browser reports no errors. Usually half of the screens are opened, each in one of these
 * states; the long run opens all of them in all states.
 */
const anyData =
  /\/(data\/v1|ui\/v1\/(custom-|dimensions|engagement|error-codes|errors|metrics|overview|sub-properties))/

/** The browser logs this for every error response, even an expected one. */
const announcedFailure = /Failed to load resource: the server responded with a status of (404|500)/

const troublesOf = (page: Page) => {
  const troubles = expectQuiet(page)
  return () => troubles().filter((trouble) => !announcedFailure.test(trouble))
}

async function expectSoundNow(page: Page, what: string, { size, theme }: Look, isDark = false) {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', isDark ? 'dark' : theme)
  await waitForTransitions(page)
  expect.soft(await findBarriers(page), `axe on ${what}, ${size.width} px, ${theme}`).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  )
  expect.soft(overflow, `${what} scrolls sideways at ${size.width} px`).toBeLessThanOrEqual(0)
}

/** Sets the size before the page is opened: some parts are chosen by it as they load. */
async function openIn(page: Page, { size, theme }: Look, home: World, path: string) {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await openPlace(page, home, path)
}

/** Whatever a failed card contains, even a chart, its border shows the failure. */
async function expectAllFailedCardsAlike(page: Page, what: string) {
  const retry = page.getByRole('button', { name: 'Try again' })
  const cards = page.locator('main .ph-card').filter({ has: retry })
  const failed = await page.evaluate(() => {
    const card = document.createElement('div')
    card.className = 'ph-card'
    card.dataset.failing = 'true'
    document.body.append(card)
    const { borderColor } = getComputedStyle(card)
    card.remove()
    return borderColor
  })
  // Without a socket a screen asks again by itself, and a card that asks shows no failure for a moment.
  const bordersNow = async () => {
    const borders = await cards.evaluateAll((all) =>
      all.map((card) => getComputedStyle(card).borderColor),
    )
    return [...new Set([failed, ...borders])]
  }
  await expect.soft.poll(bordersNow, { message: `borders on ${what}` }).toEqual([failed])
}

const failed = (route: Route) =>
  route.fulfill({
    status: 500,
    json: { error: { type: 'internal_error', messages: ['Something broke on our side.'] } },
  })

const retriesOf = (page: Page) => page.locator('main').getByRole('button', { name: 'Try again' })

/** Each failed part of a screen is reloaded separately. */
async function retryAll(page: Page) {
  const retries = retriesOf(page)
  await expect(async () => {
    if (await retries.first().isVisible()) await retries.first().click({ timeout: 1_000 })
    await expect(retries).toHaveCount(0, { timeout: 1_000 })
  }).toPass({ intervals: [100] })
}

/** Every sixth place from that one on; in the long run all of them. */
const someFrom = <Place>(first: number, places: Place[]) => {
  const share = howMany('sixths-of-data-screens', { usual: 1, long: 3, release: 6 })
  return places.filter((_, index) => (index + first) % 6 < share)
}

let world: World
let known: Known

/** A dashboard with a component of every type, and the names of objects to open. */
async function findKnown(page: Page): Promise<Known> {
  const first = async (path: string) =>
    String(((await call(page, world, path)).data as { id: string | number }[])[0]!.id)
  const widget = (type: string, row: number, column: number) => ({
    display_name: `A ${type}`,
    type,
    metric: 'viewer_experience_score',
    ...(type === 'list' || type === 'bars' ? { dimension: 'country' } : {}),
    dimension_filters: [],
    metric_filters: [],
    position: { row, column, row_span: 1, column_span: 3 },
    ...(type === 'metric' ? { comparison_timeframe: 1 } : {}),
  })
  const dashboard = await call(page, world, '/ui/v1/custom-dashboards', {
    display_name: 'At a glance',
    timeframe_start: 'Last 24 hours',
    dashboard_contents: {
      widgets: {
        number: widget('metric', 0, 0),
        chart: widget('timeseries', 0, 0),
        list: widget('list', 0, 3),
        bars: widget('bars', 1, 0),
      },
      global_dimension_filters: [],
      global_metric_filters: [],
    },
  })
  await call(page, world, '/data/v1/annotations', {
    note: 'Player 4.2 went out',
    date: Math.floor(Date.now() / 1_000) - 6 * 3_600,
  })
  const { data } = await call(
    page,
    world,
    '/data/v1/dimensions/video_title/values?filters[]=stream_type:on-demand&limit=1',
  )
  const titles = data as { value: string }[]
  return {
    view: await first('/data/v1/video-views?error_id=any&limit=1'),
    error: await first('/data/v1/errors?limit=1'),
    dashboard: (dashboard.data as { id: string }).id,
    title: titles[0]!.value,
  }
}

test.beforeAll(async ({ browser }) => {
  world = await makeWorld()
  await loadViews(world, brokenCdn().rows)
  const page = await browser.newPage()
  await signIn(page, world.admin)
  known = await findKnown(page)
  await page.close()
})

test('data screens are sound with data', async ({ page }) => {
  test.setTimeout(600_000)
  await signIn(page, world.admin)
  const troubles = troublesOf(page)
  for (const { name, path, filled } of someFrom(2, dataPlaces))
    await test.step(name, async () => {
      for (const look of looksOf(name)) {
        await openIn(page, look, world, path(known))
        await expect(filled(page).first()).toBeVisible()
        await expectSoundNow(page, name, look)
      }
    })
  expect(troubles()).toEqual([])
})

test('data screens are sound while there is no data, and say so', async ({ page }) => {
  test.setTimeout(600_000)
  const untouched = await makeWorld()
  await signIn(page, untouched.admin)
  const troubles = troublesOf(page)
  for (const { name, path, empty } of someFrom(0, dataPlaces))
    await test.step(name, async () => {
      const looks = looksOf(`empty ${name}`)
      await openIn(page, looks[0]!, untouched, path(nowhere))
      if (empty) await expect(page.locator('main').getByText(empty).first()).toBeVisible()
      for (const look of looks) await expectSoundNow(page, `empty ${name}`, look)
    })
  expect(troubles()).toEqual([])
})

test('data screens are sound while the server fails, and recover after a retry', async ({
  page,
}) => {
  test.setTimeout(600_000)
  await signIn(page, world.admin)
  const troubles = troublesOf(page)
  for (const { name, path, failing = anyData, filled } of someFrom(1, dataPlaces))
    await test.step(name, async () => {
      const looks = looksOf(`failing ${name}`)
      await page.route(failing, failed)
      await openIn(page, looks[0]!, world, path(known))
      await expect(retriesOf(page).first()).toBeVisible()
      for (const look of looks) await expectSoundNow(page, `failing ${name}`, look)
      await expectAllFailedCardsAlike(page, name)
      await page.unroute(failing)
      await retryAll(page)
      await expect(filled(page).first()).toBeVisible()
    })
  expect(troubles()).toEqual([])
})

test('screens of what happens now are sound while the server fails, and recover after a retry', async ({
  page,
}) => {
  test.setTimeout(600_000)
  const untouched = await makeWorld()
  await signIn(page, untouched.admin)
  // Without a socket the screens ask over HTTP.
  await page.routeWebSocket('**/socket/websocket**', (socket) => socket.close())
  await page.route('**/socket/longpoll**', (route) => route.fulfill({ json: { status: 500 } }))
  const troubles = troublesOf(page)
  for (const { name, path, failing, empty, isDark } of someFrom(4, livePlaces))
    await test.step(name, async () => {
      const looks = looksOf(`failing ${name}`)
      await page.route(failing, failed)
      await openIn(page, looks[0]!, untouched, path)
      await expect(retriesOf(page).first()).toBeVisible()
      for (const look of looks) await expectSoundNow(page, `failing ${name}`, look, isDark)
      await expectAllFailedCardsAlike(page, name)
      await page.unroute(failing)
      await retryAll(page)
      await expect(empty(page).first()).toBeVisible()
    })
  expect(troubles()).toEqual([])
})
