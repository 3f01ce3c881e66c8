import { expect, type Page } from '@playwright/test'
import { findBarriers } from './find-barriers.ts'

const themes = ['light', 'dark'] as const
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

/** Waits for theme transitions, whose intermediate colours are no findings. */
export const waitForTransitions = (page: Page) =>
  page.waitForFunction(
    () =>
      new Promise<boolean>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve(document.getAnimations().length === 0)),
        )
      }),
  )

/** Pages before the sign-in have one theme. */
const themesOf = async (page: Page) =>
  (await page.locator('html').getAttribute('data-theme')) === 'auth' ? (['auth'] as const) : themes

/** Checks the open page at both widths and in all its themes: axe finds nothing, nothing scrolls sideways. */
export const expectAccessible = async (page: Page, what: string) => {
  const before = page.viewportSize()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const looks = await themesOf(page)
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const theme of looks) {
      if (theme !== 'auth') await page.emulateMedia({ colorScheme: theme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await waitForTransitions(page)
      expect(
        await findBarriers(page, { isColoursOnly: theme !== looks[0] }),
        `axe on ${what}, ${size.width} px, ${theme}`,
      ).toEqual([])
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      )
      expect(overflow, `${what} scrolls sideways at ${size.width} px`).toBeLessThanOrEqual(0)
    }
  }
  if (before) await page.setViewportSize(before)
}

const stopsMax = 60

/** Presses Tab until the named control has the focus, as keyboard users do. */
export const tabTo = async (page: Page, role: 'button' | 'checkbox' | 'textbox', name: string) => {
  const target = page.getByRole(role, { name, exact: true }).first()
  await expect(target).toBeVisible()
  for (let stop = 0; stop < stopsMax; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached the ${role} “${name}”`)
}
