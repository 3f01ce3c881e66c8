import { expect, type Locator, type Page, test } from '@playwright/test'
import { someOf } from '@playhead/testing/how-many.ts'

/** After its animations. */
const boxOf = async (locator: Locator) => {
  await locator.evaluate((element) =>
    Promise.all(element.getAnimations({ subtree: true }).map((animation) => animation.finished)),
  )
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on the page.')
  return box
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const viewports = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const cases = viewports.flatMap((viewport) =>
  ['modal', 'drawer', 'full-screen modal'].map((frame) => ({ viewport, frame })),
)

for (const { viewport, frame } of someOf('toasts-in-front', cases, 2))
  test(`a toast neither covers nor closes a ${frame} at ${viewport.width}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await page.goto('/__kit')
    await press(page, 'Show warning')
    await press(page, 'Show error')
    // The pointer holds them for as long as the test looks.
    const toasts = page.getByRole('region', { name: 'Notifications' })
    await press(page, `Open ${frame}`)
    const dialog = page.getByRole('dialog')
    await toasts.getByText('A toast of error').hover()
    const [above, below] = [await boxOf(dialog), await boxOf(toasts.getByRole('list'))]
    expect(above.y + above.height).toBeLessThanOrEqual(below.y)
    await press(page, 'Close: A toast of error')
    await expect(toasts.getByText('A toast of error')).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await press(page, 'Close: A toast of warning')
    await expect(toasts.getByRole('listitem')).toHaveCount(0)
    await expect.poll(async () => (await boxOf(dialog)).height).toBeGreaterThanOrEqual(above.height)
  })
