import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { formatNumber } from '@playhead/domain/format.ts'
import { formatMetricValue } from '@playhead/metrics/format.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { dayBefore, viewLines } from './data-known-rows.ts'
import { expectQuiet } from './data-screens.ts'
import { dayMs, hourMs, loadViews } from './data-world.ts'
import { environmentPath, makeWorld, signIn, type World } from './world.ts'

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])
const metric: Metric = metrics.video_startup_time

/** Parses the cells of a CSV file, some with commas and quotes. */
const cellsOf = (text: string) =>
  text
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        quoted === undefined ? plain! : quoted.replaceAll('""', '"'),
      ),
    )

async function downloaded(page: Page, act: () => Promise<void>) {
  const coming = page.waitForEvent('download')
  await act()
  const file = await coming
  const content = await readFile(await file.path())
  return { name: file.suggestedFilename(), content }
}

const day = dayBefore()

/** More than a page of browsers; one is named like two columns and one like a formula. */
const browsers = [
  ...Array.from({ length: 54 }, (_, index) => `Browser ${String(index + 1).padStart(2, '0')}`),
  'Quoted, "twice"',
  '=1+1',
]
const startupOf = (index: number) => 500 + 25 * index
const viewsOf = (index: number) => 1 + (index % 3)

const rows = browsers.flatMap((browser, index) =>
  Array.from({ length: viewsOf(index) }, () => ({
    browser,
    view_end: day.at(index % 24),
    video_startup_time: startupOf(index),
    view_content_startup_time: startupOf(index),
  })),
)

/** The comparison period of the chart: one view in each hour of the previous day. */
const earlier = Array.from({ length: 24 }, (_, hour) => ({
  view_end: day.at(hour) - dayMs,
  video_startup_time: 700 + hour,
  view_content_startup_time: 700 + hour,
}))

let world: World
test.beforeAll(async () => {
  world = await makeWorld()
  await loadViews(world, viewLines([...rows, ...earlier]))
})

const open = async (page: Page, search: string) => {
  await signIn(page, world.admin)
  const troubles = expectQuiet(page)
  await page.goto(
    environmentPath(world, `metrics?metric=video_startup_time&${day.search}${search}`),
  )
  return troubles
}

const shownRows = async (page: Page) => {
  const table = page.getByRole('table', { name: 'Breakdown by Browser' })
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  const bodies = await table.locator('tbody tr').all()
  return Promise.all(
    bodies.map(async (row) => {
      const [value, views] = await row.getByRole('cell').allInnerTexts()
      const name = await row.getByRole('rowheader').getByRole('button').first().innerText()
      return { name, value, views }
    }),
  )
}

if (isLongRun())
  test('METR-042 METR-044 the file of a breakdown holds every row of the table, in its order, with its values', async ({
    page,
  }) => {
    const troubles = await open(page, '&order_by=field&order_direction=desc')
    const first = await shownRows(page)
    expect(first).toHaveLength(50)
    await page
      .getByRole('navigation', { name: 'Pages of the breakdown' })
      .getByRole('link', { name: /next/i })
      .click()
    await expect(page).toHaveURL(/page=2/)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    const shown = [...first, ...(await shownRows(page))]
    expect(shown).toHaveLength(browsers.length)

    const { name, content } = await downloaded(page, () =>
      page.getByRole('button', { name: 'Download CSV' }).click(),
    )
    expect(name).toBe('breakdown.csv')
    expect(content.subarray(0, 3)).toEqual(byteOrderMark)
    const [head, ...lines] = cellsOf(content.subarray(3).toString('utf8'))
    expect(head!.slice(0, 3)).toEqual(['field', 'value', 'views'])
    expect(
      lines.map(([field, value, views]) => ({
        // Text that begins like a formula is escaped.
        name: field!.replace(/^'=/, '='),
        value: formatMetricValue(Number(value), metric, 'median'),
        views: formatNumber(Number(views)),
      })),
    ).toEqual(shown)
    const known = browsers
      .map((browser, index) => ({ browser, value: startupOf(index), views: viewsOf(index) }))
      .toSorted((one, other) => (one.browser < other.browser ? 1 : -1))
    expect(
      lines.map(([field, value, views]) => ({
        browser: field!.replace(/^'=/, '='),
        value: Number(value),
        views: Number(views),
      })),
    ).toEqual(known)
    expect(troubles()).toEqual([])
  })

test('the file of a chart holds the rows of its table', async ({ page }) => {
  const troubles = await open(page, '')
  const options = page.getByRole('button', { name: 'Options of Video startup time' })
  await expect(page.getByRole('slider', { name: 'Video startup time' })).toBeVisible()
  await options.click()
  await page.getByRole('menuitem', { name: 'Show as table' }).click()
  const table = page.getByRole('table', { name: 'Video startup time' })
  await expect(table).toBeVisible()
  const shown = await Promise.all(
    (await table.locator('tbody tr').all()).map((row) => row.getByRole('cell').allInnerTexts()),
  )
  await options.click()
  const { name, content } = await downloaded(page, () =>
    page.getByRole('menuitem', { name: 'Download CSV' }).click(),
  )
  expect(name).toMatch(/^video-startup-time-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/)
  expect([...content.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [head, ...lines] = cellsOf(content.toString('utf8').replace(/^\uFEFF/, ''))
  expect(head).toEqual([
    'time',
    'Video startup time',
    'Video startup time volume',
    'the day before',
    'the day before volume',
  ])
  const valueOf = (text: string) =>
    formatMetricValue(text === '' ? null : Number(text), metric, 'median')
  expect(
    lines.map(([, value, volume, before]) => [
      valueOf(value!),
      valueOf(before!),
      volume === '1' ? '1 view' : `${volume} views`,
    ]),
  ).toEqual(shown)
  expect(lines.map(([time, , volume, before]) => [time, Number(volume), Number(before)])).toEqual(
    earlier.map((_, hour) => [
      new Date(day.from + hour * hourMs).toISOString(),
      rows.filter(({ view_end }) => view_end === day.at(hour)).length,
      700 + hour,
    ]),
  )
  expect(troubles()).toEqual([])
})
