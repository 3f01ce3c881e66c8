import { someOf } from '@playhead/testing/how-many.ts'
import { expect, test } from '@playwright/test'

/** Compares the kit with the last reviewed screenshots; `--update-snapshots` takes new ones. */
const sections = [
  'type',
  'colours',
  'icons',
  'buttons',
  'text-inputs',
  'choices',
  'selects',
  'overlays',
  'banners',
  'states',
  'progress',
  'table',
  'tabs',
  'details',
  'dates',
]

// Other builds of the browser antialias text a little differently.
const tolerance = { maxDiffPixelRatio: 0.02, animations: 'disabled' } as const

for (const theme of someOf('themes-of-kit', ['Light', 'Dark', 'Auth'], 1))
  test(`KIT-001 KIT-018 every part looks as it did in the theme ${theme}`, async ({ page }) => {
    test.setTimeout(120_000)
    await page.clock.setFixedTime('2026-11-21T12:00:00Z')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 1200, height: 1000 })
    await page.goto('/__kit')
    await page.getByRole('radio', { name: theme, exact: true }).check()
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase())
    await expect(page.locator('#dates')).toBeVisible()
    await expect(page.locator('section[id]')).toHaveCount(sections.length)
    await page.evaluate(() => document.fonts.ready)
    for (const id of sections)
      await expect
        .soft(page.locator(`#${id}`), id)
        .toHaveScreenshot(`kit-${theme.toLowerCase()}-${id}.png`, tolerance)
  })
