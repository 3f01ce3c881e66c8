import { expect, type Page } from '@playwright/test'
import { findBarriers } from './find-barriers.ts'
import { looksOf, type Theme } from './looks.ts'

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

/** Some parts are laid out by a script, which runs a moment after the width has changed. */
export const expectNoOverflow = (page: Page, message: string) => {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  return expect.poll(overflow, { message, timeout: 10_000 }).toBeLessThanOrEqual(0)
}

/**
 * Checks the open page in the looks of its name: axe finds nothing, nothing scrolls sideways. Pages before the sign-in
 * have one theme, whatever the browser prefers, and so have dark ones. MONI-002
 */
export const expectAccessible = async (page: Page, what: string, { isDark = false } = {}) => {
  const before = page.viewportSize()
  const isAuth = (await page.locator('html').getAttribute('data-theme')) === 'auth'
  const only = isAuth ? 'auth' : isDark ? 'dark' : undefined
  const prefer = async (theme: Theme) => {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', only ?? theme)
  }
  const looks = looksOf(what)
  // Both themes in every run, so that a dark page without `isDark` does not wait for the long run to fail.
  await prefer(looks[0]?.theme === 'dark' ? 'light' : 'dark')
  for (const { size, theme } of looks) {
    await page.setViewportSize(size)
    await prefer(theme)
    await waitForTransitions(page)
    expect(await findBarriers(page), `axe on ${what}, ${size.width} px, ${theme}`).toEqual([])
    await expectNoOverflow(page, `${what} scrolls sideways at ${size.width} px`)
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
