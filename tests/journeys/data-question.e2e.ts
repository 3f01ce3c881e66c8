import { expect, type Page, test } from '@playwright/test'
import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { dayBefore, viewLines } from './data-known-rows.ts'
import { expectQuiet } from './data-screens.ts'
import { hourMs, loadViews } from './data-world.ts'
import { environmentPath, makeWorld, signIn, type World } from './world.ts'

test.describe.configure({ mode: 'default', timeout: 420_000 })
test.use({ actionTimeout: 20_000 })

const day = dayBefore()

const several = (count: number, hour: number, given: Partial<ViewRow>) =>
  Array.from({ length: count }, () => ({ view_end: day.at(hour), ...given }))
const german = { country: 'DE', browser: 'Chrome', video_startup_time: 1_000 }
const american = { country: 'US', browser: 'Safari', video_startup_time: 3_000 }
const french = { country: 'FR', browser: 'Chrome', video_startup_time: 5_000 }

const rows = viewLines([
  ...several(3, 2, german),
  ...several(3, 5, german),
  ...several(2, 5, american),
  ...several(2, 8, american),
  ...several(2, 8, french),
  ...several(1, 8, { ...french, browser: 'Firefox', video_title: 'The late film' }),
  ...several(2, 20, { country: null, browser: 'Firefox', video_startup_time: 1_000 }),
])

let world: World
test.beforeAll(async () => {
  world = await makeWorld()
  await loadViews(world, rows)
})

const metrics = (more = '') =>
  environmentPath(world, `metrics?metric=views&breakdown=country&${day.search}${more}`)

const expectViews = (page: Page, count: number) =>
  expect(page.getByRole('button', { name: /Explain this number$/ })).toHaveText(
    new RegExp(`^${count} `),
  )

const filters = (page: Page) => page.getByRole('region', { name: 'Filters' })
const breakdown = (page: Page) => page.getByRole('table', { name: /^Breakdown by/ })
const modal = (page: Page) => page.getByRole('dialog', { name: 'Filter', exact: true })

if (isLongRun())
  test('METR-051 METR-064 METR-065 values are included, excluded and taken back, and every number follows', async ({
    page,
  }) => {
    await signIn(page, world.admin)
    const troubles = expectQuiet(page)
    await page.goto(metrics())
    await expectViews(page, 15)
    await expect(breakdown(page).locator('tbody tr')).toHaveText([
      /Germany.*6/,
      /United States.*4/,
      /France.*3/,
      /Unknown.*2/,
    ])

    await breakdown(page).getByRole('button', { name: 'Germany', exact: true }).click()
    await expect(filters(page)).toContainText('Country is Germany')
    await expectViews(page, 6)
    await expect(breakdown(page).locator('tbody tr')).toHaveCount(1)

    await filters(page)
      .getByRole('button', { name: 'Remove the filter Country is Germany' })
      .click()
    await expectViews(page, 15)
    await breakdown(page)
      .getByRole('button', { name: 'Germany', exact: true })
      .click({ modifiers: ['Alt'] })
    await expect(filters(page)).toContainText('Country is not Germany')
    await expectViews(page, 9)

    await page.goBack()
    await expectViews(page, 15)
    await page.goBack()
    await expectViews(page, 6)
    await page.goForward()
    await page.goForward()
    await expectViews(page, 9)
    await expect(filters(page)).toContainText('Country is not Germany')
    expect(troubles()).toEqual([])
  })

test('METR-054 METR-055 METR-061 the F key opens the filter; several values, all that were found, none and exclusion', async ({
  page,
}) => {
  await signIn(page, world.admin)
  await page.goto(metrics())
  await expectViews(page, 15)

  await page.keyboard.press('f')
  await modal(page).getByRole('searchbox', { name: 'Find a dimension' }).fill('Country')
  await modal(page).getByRole('button', { name: 'Country', exact: true }).click()
  const values = modal(page).getByRole('list', { name: 'Values of Country' })
  await expect(values.getByRole('listitem')).toHaveCount(4)
  await values.getByRole('checkbox', { name: /Germany/ }).check()
  await values.getByRole('checkbox', { name: /France/ }).check()
  await modal(page).getByRole('button', { name: 'Apply' }).click()
  await expect(filters(page)).toContainText('Country is Germany, France')
  await expectViews(page, 9)

  await filters(page)
    .getByRole('button', { name: /^Country is Germany/ })
    .click()
  await modal(page).getByRole('button', { name: 'Remove All' }).click()
  await modal(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(filters(page)).toContainText('Country is Germany, France')
  await expectViews(page, 9)

  await filters(page)
    .getByRole('button', { name: /^Country is Germany/ })
    .click()
  await modal(page).getByRole('button', { name: 'Remove All' }).click()
  await expect(modal(page).getByRole('button', { name: 'Select All' })).toBeDisabled()
  await modal(page).getByRole('searchbox', { name: 'Search Country' }).fill('united')
  await expect(values.getByRole('listitem')).toHaveCount(1)
  await modal(page).getByRole('button', { name: 'Select All' }).click()
  await modal(page).getByRole('radio', { name: 'Exclude' }).check()
  await modal(page).getByRole('button', { name: 'Apply' }).click()
  await expect(filters(page)).toContainText('Country is not United States')
  await expectViews(page, 11)

  await filters(page)
    .getByRole('button', { name: /^Country is not/ })
    .click()
  await modal(page).getByRole('button', { name: 'Remove All' }).click()
  await modal(page).getByRole('radio', { name: 'Include' }).check()
  await values.getByRole('checkbox', { name: /Unknown/ }).check()
  await modal(page).getByRole('searchbox', { name: 'Search Country' }).press('Enter')
  await expect(filters(page)).toContainText('Country is Unknown')
  await expect(page).toHaveURL(/filters\[\]=country:__null__/)
  await expectViews(page, 2)
})

if (isLongRun())
  test('METR-073 TIME-001 a metric filter, and a copied link that opens the same in a fresh browser', async ({
    page,
    context,
    browser,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, world.admin)
    await page.goto(metrics('&filters[]=!country:DE'))
    await expectViews(page, 9)
    await filters(page).getByRole('button', { name: 'Metric filter' }).click()
    const form = page.getByRole('dialog', { name: 'Metric filters' })
    await form.getByRole('button', { name: /^Metric 1/ }).click()
    await page.getByRole('combobox', { name: /Filter by name|Metrics/ }).fill('video startup time')
    await page.getByRole('option', { name: 'Video startup time', exact: true }).click()
    await form.getByRole('button', { name: /Operator 1/ }).click()
    await page.getByRole('option', { name: /≥/ }).click()
    await form.getByLabel('Value 1').fill('5')
    await form.getByRole('button', { name: 'Apply' }).click()
    await expectViews(page, 3)
    await expect(filters(page)).toContainText(/Video startup time\s*≥ 5/)
    await expect(page).toHaveURL(/metric_filters\[\]=video_startup_time%3E%3D5000/)

    await page.getByRole('button', { name: 'Copy link' }).click()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    const fresh = await browser.newContext()
    const other = await fresh.newPage()
    await signIn(other, world.admin)
    await other.goto(link)
    await expectViews(other, 3)
    const seen = async (one: Page) => [
      await filters(one).innerText(),
      await breakdown(one).innerText(),
      await one.getByRole('slider').getAttribute('aria-valuetext'),
      new URL(one.url()).search,
    ]
    await expect.poll(() => seen(other)).toEqual(await seen(page))
    await fresh.close()
  })

test('METR-020 a question is narrowed on the chart by pointer and keys, and followed down to one view', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, world.admin)
  await page.goto(metrics())
  await expectViews(page, 15)
  await page.getByRole('button', { name: /^Options of/ }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  const copied = page.getByRole('tooltip').filter({ hasText: 'Copied' })
  // In one line, although it lies beside a small button.
  expect((await copied.boundingBox())!.height).toBeLessThan(40)
  const chart = page.getByRole('slider')
  await chart.focus()
  await page.keyboard.press('Home')
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  const from = (day.from + 5 * hourMs) / 1_000
  await expect(page).toHaveURL(
    new RegExp(`timeframe\\[\\]=${from}&timeframe\\[\\]=${from + 4 * 3_600}`),
  )
  await expectViews(page, 10)

  await page.goBack()
  await expectViews(page, 15)
  const { width, height } = (await chart.boundingBox())!
  const at = (hour: number) => ({ x: (hour / 24) * width, y: height / 2 })
  await chart.dragTo(chart, { sourcePosition: at(1), targetPosition: at(3) })
  await expectViews(page, 3)

  await page.goBack()
  await expectViews(page, 15)
  const france = breakdown(page).getByRole('row').filter({ hasText: 'France' })
  await france.hover()
  await france.getByRole('button', { name: 'Actions for France' }).click()
  await page.getByRole('menuitem', { name: 'Views with this value' }).click()
  await expect(page).toHaveURL(/\/views\?/)
  const views = page.getByRole('table', { name: 'Views', exact: true })
  await expect(views.locator('tbody tr')).toHaveCount(3)
  await views.getByRole('button', { name: 'Firefox' }).click()
  await expect(views.locator('tbody tr')).toHaveCount(1)
  await views.getByRole('link', { name: 'The late film' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The late film' })).toBeVisible()
})

if (isLongRun())
  test('on a phone a long count of views stays in one line where the number is explained', async ({
    page,
  }) => {
    const busy = await makeWorld()
    // The reason for excluded views takes two lines and replaces the count.
    const left = { ...german, watched: false, viewer_experience_score: null, watch_time: 500 }
    const rated = { ...german, viewer_experience_score: 90 }
    await loadViews(busy, viewLines([...several(1_234, 5, rated), ...several(3, 5, left)]))
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, busy.admin)
    await page.goto(environmentPath(busy, `metrics?metric=viewer_experience_score&${day.search}`))
    await page.getByRole('button', { name: /Explain this number$/ }).click()
    const count = page.getByRole('dialog').getByRole('cell', { name: '1,234' })
    const lines = await count.evaluate((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return range.getClientRects().length
    })
    expect(lines).toBe(1)
  })
