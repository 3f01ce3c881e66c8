import { expect, type Page, test } from '@playwright/test'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { viewLines } from './data-known-rows.ts'
import { expectQuiet } from './data-screens.ts'
import { dayMs, hourMs, loadViews } from './data-world.ts'
import { operator } from './operator.ts'
import { environmentPath, makeWorld, signIn, type World } from './world.ts'

test.describe.configure({ mode: 'default', timeout: 420_000 })
test.use({ actionTimeout: 20_000 })

const now = Date.now()
const longAgo = now - 150 * dayMs
const recent = now - 3 * hourMs

const views = (count: number, end: number, browser: string) =>
  Array.from({ length: count }, (_, index) => ({ view_end: end - index * 1_000, browser }))

const rows = viewLines([
  ...views(5, longAgo, 'Chrome'),
  ...views(3, longAgo, 'Safari'),
  ...views(4, now - 30 * hourMs, 'Chrome'),
  ...views(2, recent, 'Chrome'),
  ...views(1, recent, 'Safari'),
])

/** Views of an organization whose plan includes the feature. */
const makePlan = async (feature: string) => {
  const world = await makeWorld()
  await operator('organization update', { id: world.organization.id, feature })
  await loadViews(world, rows)
  return world
}

let world: World
test.beforeAll(async () => {
  world = await makePlan('retentionDays=395,maxFilters=2')
})

const openTimeframe = (page: Page) => page.locator('button[aria-keyshortcuts="T"]')
const choose = async (page: Page, preset: string) => {
  await openTimeframe(page).click()
  await page.getByRole('menuitem', { name: preset }).click()
}
const filters = (page: Page) => page.getByRole('region', { name: 'Filters' })
const expectViews = (page: Page, count: number) =>
  expect(page.getByRole('button', { name: /Explain this number$/ })).toHaveText(
    new RegExp(`^${count} `),
  )

if (isLongRun())
  test('TIME-005 TIME-006 the overview looks back 7 days and engagement 24 hours', async ({
    page,
  }) => {
    await signIn(page, world.admin)
    await page.goto(environmentPath(world, 'data'))
    await expect(openTimeframe(page)).toHaveText('Last 7 days')
    await page.goto(environmentPath(world, 'engagement'))
    await expect(openTimeframe(page)).toHaveText('Last 24 hours')
  })

if (isLongRun())
  test('TIME-012 TIME-013 TIME-028 the calendar is 660 px wide and warns of filters that it would remove', async ({
    page,
  }) => {
    await signIn(page, world.admin)
    await page.goto(environmentPath(world, 'metrics?filters[]=country:US'))
    await choose(page, 'Custom Range')
    const calendar = page.getByRole('dialog', { name: 'Custom range' })
    await expect(calendar).toBeVisible()
    expect((await calendar.boundingBox())?.width).toBe(660)
    const warning = calendar.getByText(
      'Selected filter dimensions aren’t available for this time frame and will be removed',
    )
    await expect(warning).toHaveCount(0)
    const start = new Date(now - 160 * dayMs)
    const parts = [start.getUTCMonth() + 1, start.getUTCDate()].map((part) =>
      String(part).padStart(2, '0'),
    )
    await calendar
      .getByRole('group', { name: 'Start date' })
      .getByRole('spinbutton')
      .first()
      .click()
    await page.keyboard.type(`${parts.join('')}${start.getUTCFullYear()}`)
    await expect(warning).toBeVisible()
    await expect(calendar.getByText(/Whole days in UTC/)).toBeVisible()
    await calendar.getByRole('button', { name: 'Save' }).click()
    await expect(calendar).toHaveCount(0)
    await expect(page.getByText('Filters Removed')).toBeVisible()
    await expect(page).not.toHaveURL(/filters/)
    await expect(openTimeframe(page)).toContainText('UTC')
  })

if (isLongRun())
  test('TIME-029 TIME-030 METR-011 METR-081 a historical range drops what its sums do not know, says so, and closes two tabs', async ({
    page,
  }) => {
    await signIn(page, world.admin)
    const troubles = expectQuiet(page)
    await page.goto(
      environmentPath(
        world,
        'metrics?metric=views&filters[]=browser:Chrome&filters[]=country:US&metric_filters[]=watch_time>=1&timeframe[]=7:days',
      ),
    )
    await expectViews(page, 6)
    await choose(page, 'Last 6 months')
    await expect(page.getByText('Filters Removed')).toBeVisible()
    await expect(
      page.getByText(
        'Selected filter dimensions aren’t available for this time frame and were removed',
      ),
    ).toBeVisible()
    await expect(filters(page)).toContainText('Browser is Chrome')
    await expect(page).toHaveURL(/filters\[\]=browser:Chrome/)
    await expect(page).not.toHaveURL(/country|metric_filters/)
    await expectViews(page, 11)
    await filters(page).getByRole('button', { name: 'Metric filter' }).click()
    await expect(
      page.getByText("Metrics filtering isn't available for the selected time range"),
    ).toBeVisible()
    await page.keyboard.press('Escape')

    await page.goto(environmentPath(world, 'metrics?timeframe[]=6:months'))
    for (const name of ['Insights', 'Video Views']) {
      const tab = page.getByRole('tab', { name: new RegExp(`^${name} ?, ?Not available for the`) })
      await expect(tab).toHaveAttribute('aria-disabled', 'true')
      await tab.click({ force: true })
      await expect(tab).toHaveAttribute('aria-selected', 'false')
    }

    await page.goto(environmentPath(world, 'views?timeframe[]=6:months'))
    await expect(page.getByText('Views aren’t available for the selected time range')).toBeVisible()
    await page.getByRole('button', { name: 'Show the last 24 hours' }).click()
    await expect(page.getByRole('table', { name: 'Views' }).locator('tbody tr')).toHaveCount(3)
    expect(troubles()).toEqual([])
  })

if (isLongRun())
  test('METR-028 a range before everything that is kept is refused in words, and 24 hours are one press away', async ({
    page,
  }) => {
    await signIn(page, world.admin)
    const [from, to] = [420, 410].map((days) => Math.floor((now - days * dayMs) / 1_000))
    await page.goto(
      environmentPath(world, `metrics?metric=views&timeframe[]=${from}&timeframe[]=${to}`),
    )
    const earliest = new Date(now - 394 * dayMs).toISOString().slice(0, 10)
    const refusal = `This time frame includes dates outside your retention period. It should start no earlier than ${earliest}.`
    await expect(page.getByText(refusal).first()).toBeVisible()
    await choose(page, 'Last 24 hours')
    await expectViews(page, 3)
  })

if (isLongRun())
  test('TIME-003 TIME-007 without historical data its ranges are not offered and not followed', async ({
    page,
  }) => {
    const small = await makePlan('historicalMetrics=false')
    await signIn(page, small.admin)
    await page.goto(environmentPath(small, 'metrics?metric=views&timeframe[]=6:months'))
    await expect(openTimeframe(page)).toHaveText('Last 24 hours')
    await expect(page).toHaveURL(/timeframe\[\]=24:hours/)
    await openTimeframe(page).click()
    await expect(page.getByRole('menuitem', { name: 'Last 30 days' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: /months/ })).toHaveCount(0)
  })

if (isLongRun())
  test('METR-057 METR-058 METR-069 the plan ends how many filters there may be, and says so wherever one is added', async ({
    page,
  }) => {
    await signIn(page, world.admin)
    const usedUp = 'You have used the maximum number of filter dimensions for your plan.'
    await page.goto(
      environmentPath(
        world,
        'metrics?breakdown=operating_system&filters[]=country:US&filters[]=browser:Chrome&filters[]=player_name:Main player',
      ),
    )
    await expect(filters(page)).toContainText('Browser is Chrome')
    await expect(filters(page)).not.toContainText('Main player')
    await expect(page).not.toHaveURL(/player_name/)

    await page
      .getByRole('table', { name: /^Breakdown by/ })
      .getByRole('button', { name: 'macOS', exact: true })
      .click()
    await expect(page.getByText(usedUp)).toBeVisible()
    await expect(page).not.toHaveURL(/operating_system:/)

    await page.keyboard.press('f')
    const modal = page.getByRole('dialog', { name: 'Filter', exact: true })
    await modal.getByRole('searchbox', { name: 'Find a dimension' }).fill('Player name')
    await modal.getByRole('button', { name: 'Player name', exact: true }).click()
    await expect(modal.getByText(usedUp)).toBeVisible()
    await expect(modal.getByRole('searchbox', { name: 'Search Player name' })).toBeDisabled()
    await expect(modal.getByRole('checkbox').first()).toBeDisabled()
    await modal.getByRole('button', { name: 'Cancel' }).click()
  })
