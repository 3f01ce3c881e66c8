import { expect, type Page, test } from '@playwright/test'
import { expectQuiet } from './data-screens.ts'
import { brokenCdn, hourMs, loadViews } from './data-world.ts'
import { environmentPath, makeWorld, signIn } from './world.ts'

test.setTimeout(240_000)
test.use({ actionTimeout: 20_000 })

const withinMs = 60_000

/** The hours in which the chart line is clearly above its usual level. */
const peakOf = async (page: Page) => {
  const answer = await page.waitForResponse(
    (response) =>
      response.url().includes('/metrics/rebuffer_percentage/timeseries') &&
      decodeURIComponent(response.url()).includes('24:hours') &&
      response.ok(),
  )
  const { data } = (await answer.json()) as { data: [string, number | null, number][] }
  const points = data.map(([at, value]) => ({ at: Date.parse(at), value: value ?? 0 }))
  const usual = points.map(({ value }) => value).toSorted((a, b) => a - b)[
    Math.floor(points.length / 2)
  ]!
  const high = points.filter(({ value }) => value > usual * 1.3)
  const highest = points.reduce((one, other) => (other.value > one.value ? other : one))
  const from = high.filter(({ at }) => at > highest.at - 4 * hourMs).at(0)!.at
  const to = high.filter(({ at }) => at < highest.at + 4 * hourMs).at(-1)!.at
  return { from, to, first: points[0]!.at, last: points.at(-1)!.at }
}

test('a new person finds which CDN in which country broke, and a view that shows it, in under a minute', async ({
  page,
}) => {
  const world = await makeWorld()
  const broken = brokenCdn()
  await loadViews(world, broken.rows)
  await signIn(page, world.admin)
  const troubles = expectQuiet(page)

  const startedAt = Date.now()
  await page.goto(environmentPath(world, 'metrics'))
  await page.getByRole('button', { name: 'Viewer Experience Score', exact: true }).click()
  const seen = peakOf(page)
  await page.getByRole('option', { name: 'Rebuffering percentage' }).click()
  const chart = page.getByRole('slider', { name: 'Rebuffering percentage' })
  await expect(chart).toBeVisible()

  await test.step('the hours in which it broke stand out, and are pulled over', async () => {
    const peak = await seen
    expect(peak.from).toBeGreaterThanOrEqual(broken.from - hourMs)
    expect(peak.to).toBeLessThanOrEqual(broken.to)
    const { width, height } = (await chart.boundingBox())!
    const end = peak.last
    const x = (at: number) => Math.round(((at - peak.first) / (end - peak.first)) * width)
    await chart.dragTo(chart, {
      sourcePosition: { x: x(peak.from), y: height / 2 },
      targetPosition: { x: x(peak.to), y: height / 2 },
    })
    await expect(page).toHaveURL(/timeframe\[\]=\d+/)
  })

  await test.step('asked why, the first answer names the CDN and the country', async () => {
    await page.getByRole('button', { name: 'Why?' }).click()
    const rows = page.getByRole('list', { name: 'What explains the change' }).getByRole('listitem')
    await expect(rows.first().getByRole('heading')).toContainText(new RegExp(broken.cdn, 'i'))
    await expect(rows.first().getByRole('heading')).toContainText(broken.country)
    await rows
      .first()
      .getByRole('button', { name: /^Filter by/ })
      .click()
    const filters = page.getByRole('region', { name: 'Filters' })
    await expect(filters.getByText(broken.cdn)).toBeVisible()
    await expect(filters.getByText(broken.country)).toBeVisible()
  })

  await test.step('one of its views shows how it stalled', async () => {
    await page.getByRole('tab', { name: 'Video Views' }).click()
    const views = page.getByRole('table', { name: 'Video views' })
    await expect(views.getByRole('row').nth(1)).toContainText(broken.country)
    // Worst score first, as for troubleshooting.
    const rows = await views.locator('tbody tr').all()
    const scored = await Promise.all(
      rows.map(async (row) => ({
        score: Number.parseFloat((await row.getByRole('cell').first().textContent()) ?? ''),
        href: await row.getByRole('link').first().getAttribute('href'),
      })),
    )
    const [worst] = scored
      .filter(({ score }) => Number.isFinite(score))
      .toSorted((a, b) => a.score - b.score)
    await views.locator(`a[href="${worst!.href}"]`).first().click()
    await expect(page.getByRole('heading', { name: 'Replay' })).toBeVisible()
    await page.getByRole('tab', { name: 'States' }).click()
    const stalls = page.getByRole('row').filter({ hasText: 'Rebuffering' })
    await stalls.first().getByRole('button').click()
    await expect(page.getByRole('region', { name: 'At this moment' })).toContainText(
      /Rebuffering for/,
    )
    await expect(page.getByText(broken.cdn).first()).toBeVisible()
    await expect(page.getByText(broken.country).first()).toBeVisible()
  })

  expect(Date.now() - startedAt).toBeLessThan(withinMs)
  expect(troubles()).toEqual([])
})
