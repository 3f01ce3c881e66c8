import { expect, type Page } from '@playwright/test'
import { findBarriers } from './find-barriers.ts'
import { looksOf } from './looks.ts'

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

/**
 * Checks the open page in the looks of its name: axe finds nothing, nothing scrolls sideways. Pages before the sign-in
 * have one theme, whatever the browser prefers.
 */
export const expectAccessible = async (page: Page, what: string) => {
  const before = page.viewportSize()
  const hasOneTheme = (await page.locator('html').getAttribute('data-theme')) === 'auth'
  for (const { size, theme } of looksOf(what)) {
    await page.setViewportSize(size)
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', hasOneTheme ? 'auth' : theme)
    await waitForTransitions(page)
    expect(await findBarriers(page), `axe on ${what}, ${size.width} px, ${theme}`).toEqual([])
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    )
    expect(overflow, `${what} scrolls sideways at ${size.width} px`).toBeLessThanOrEqual(0)
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
