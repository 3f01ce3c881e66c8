import { expect, type Locator, type Page, test } from '@playwright/test'
import { dayBefore, viewLines } from './data-known-rows.ts'
import { loadViews } from './data-world.ts'
import { environmentPath, makeWorld, signIn, type World } from './world.ts'

test.describe.configure({ mode: 'default', timeout: 420_000 })
test.use({ actionTimeout: 20_000 })

const day = dayBefore()
const title = 'The keeper of the lantern at the far end of the harbour'

const rows = viewLines([
  {
    view_end: day.at(20),
    video_title: title,
    country: 'US',
    viewer_experience_score: 0.9,
    playback_failure: true,
    player_error_code: '403',
  },
  ...Array.from({ length: 40 }, (_, index) => ({
    view_end: day.at(5),
    video_title: `Film ${index}`,
    browser: `Browser ${index}`,
  })),
])

let world: World
test.beforeAll(async () => {
  world = await makeWorld()
  await loadViews(world, rows)
})

const open = async (page: Page, path: string, width: number, height: number) => {
  await page.setViewportSize({ width, height })
  await signIn(page, world.admin)
  await page.goto(environmentPath(world, path))
}

/** Cells that overlap vertically are on one line. */
const countLines = (row: Locator) =>
  row.evaluate((element) => {
    const boxes = [...element.children]
      .map((cell) => cell.getBoundingClientRect())
      .filter(({ height }) => height > 0)
      .toSorted((one, other) => one.top - other.top)
    let [lines, bottom] = [0, -Infinity]
    for (const box of boxes) {
      if (box.top >= bottom) lines += 1
      bottom = Math.max(bottom, box.bottom)
    }
    return lines
  })

test('on a phone a view takes two lines, and two numbers of the overview stand side by side', async ({
  page,
}) => {
  await open(page, `views?${day.search}`, 390, 844)
  const view = page.getByRole('table', { name: 'Views', exact: true }).getByRole('row', {
    name: title,
  })
  await expect(view).toBeVisible()
  expect(await countLines(view)).toBe(2)

  await page.goto(environmentPath(world, `data?${day.search}`))
  const tiles = page.getByRole('list', { name: 'Metrics' }).getByRole('listitem')
  await expect(tiles.first()).toContainText('41')
  const [first, second] = [await tiles.nth(0).boundingBox(), await tiles.nth(1).boundingBox()]
  expect(second!.y).toBe(first!.y)
  expect(second!.x).toBeGreaterThan(first!.x)
})

const tables = [
  { path: 'metrics?metric=views&breakdown=browser', name: /^Breakdown by/ },
  { path: 'engagement/breakdown?dimension=video_title', name: /^Engagement by/ },
]

for (const { path, name } of tables)
  test(`on a low screen the titles of the columns stay while ${path.split('?')[0]} scrolls`, async ({
    page,
  }) => {
    await open(page, `${path}&${day.search}`, 1_440, 400)
    const table = page.getByRole('table', { name })
    const row = table.locator('tbody tr').nth(15)
    await row.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await expect(table.locator('tbody tr').first()).not.toBeInViewport()
    await expect(row).toBeInViewport()
    await expect(table.getByRole('columnheader').first()).toBeInViewport({ ratio: 1 })
  })

test('the chosen dimension is in sight in the list of all, and the page stays at its top', async ({
  page,
}) => {
  // Without a view that has a value, the list has all dimensions.
  const none = 'filters[]=country:ZZ'
  await open(page, `metrics?metric=views&breakdown=asn&${day.search}&${none}`, 1_440, 900)
  const chosen = page
    .getByRole('region', { name: 'Break down by' })
    .locator('[data-dimension="asn"]')
  await expect(chosen).toBeVisible()
  const seen = await chosen.evaluate((row) => {
    let list = row.parentElement!
    while (getComputedStyle(list).overflowY !== 'auto') list = list.parentElement!
    const [inner, outer] = [row.getBoundingClientRect(), list.getBoundingClientRect()]
    return {
      isScrolled: list.scrollTop > 0,
      isInside: inner.top >= outer.top && inner.bottom <= outer.bottom,
      pageTop: window.scrollY,
    }
  })
  expect(seen).toEqual({ isScrolled: true, isInside: true, pageTop: 0 })
})
