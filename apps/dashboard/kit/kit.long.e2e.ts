import { someOf } from '@playhead/testing/how-many.ts'
import { expect, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { findBarriers } from '../../../tests/journeys/find-barriers.ts'

async function openKit(page: Page) {
  await page.goto('/__kit')
  await expect(page.getByRole('heading', { name: 'Interface kit' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dates and times' })).toBeVisible()
}

async function choose(page: Page, theme: 'Light' | 'Dark' | 'Auth') {
  await page.getByRole('radio', { name: theme, exact: true }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase())
}

async function open(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click()
}

// Measures a box only after its animations have finished.
async function settledBox(locator: Locator) {
  await locator.evaluate((element) =>
    Promise.all(element.getAnimations({ subtree: true }).map((animation) => animation.finished)),
  )
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on the page.')
  return box
}

const guidelines = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** All rules in one theme; in the others only the rules about colours. */
const violations = (page: Page, part: string, theme: string) =>
  findBarriers(page, { part, guidelines, isColoursOnly: theme !== 'Light' })

test.beforeEach(async ({ page }) => {
  await openKit(page)
})

for (const theme of someOf('themes-of-kit', ['Light', 'Dark', 'Auth'] as const, 1)) {
  test(`KIT-001 KIT-018 every part is accessible in the theme ${theme}`, async ({ page }) => {
    test.slow()
    await choose(page, theme)
    expect(await violations(page, 'body', theme)).toEqual([])
  })

  test(`KIT-001 dialogs, menus and drawers are accessible in the theme ${theme}`, async ({
    page,
  }) => {
    test.slow()
    await choose(page, theme)
    for (const name of [
      'modal',
      'drawer',
      'full-screen modal',
      'confirmation',
      'command palette',
    ]) {
      await open(page, `Open ${name}`)
      await settledBox(page.locator('.ph-scrim'))
      expect(await violations(page, '.ph-scrim', theme), name).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.locator('.ph-scrim')).toHaveCount(0)
    }
    for (const name of ['Open menu', 'Germany']) {
      await open(page, name)
      await settledBox(page.locator('.ph-popover'))
      expect(await violations(page, '.ph-popover', theme), name).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.locator('.ph-popover')).toHaveCount(0)
    }
  })
}

test('KIT-005 a dropdown menu is at most 500 px high', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1400 })
  await open(page, 'Open long menu')
  const menu = page.locator('.ph-popover')
  expect((await settledBox(menu)).height).toBe(500)
})

test('KIT-007 a modal is between 360 and 600 px wide', async ({ page }) => {
  await open(page, 'Open modal')
  const modal = page.locator('.ph-modal')
  const { width } = await settledBox(modal)
  expect(width).toBeGreaterThanOrEqual(360)
  expect(width).toBeLessThanOrEqual(600)
  await open(page, 'Create environment')
  expect((await settledBox(modal.last())).width).toBe(360)
  await modal
    .last()
    .locator('.ph-dialog-body')
    .evaluate((body) => {
      body.textContent = 'A long sentence that needs room. '.repeat(30)
    })
  expect((await settledBox(modal.last())).width).toBe(600)
})

test('KIT-004 Escape closes what opened last, and the focus goes back', async ({ page }) => {
  await open(page, 'Open modal')
  await open(page, 'Create environment')
  await expect(page.getByRole('dialog', { name: 'Second modal' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Second modal' })).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'New environment' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open modal' })).toBeFocused()
})

test('KIT-008 a drawer is 600 px wide and opens on the right', async ({ page }) => {
  await open(page, 'Open drawer')
  const { x, width, height } = await settledBox(page.locator('.ph-drawer'))
  expect([x, width, height]).toEqual([840, 600, 900])
})

test('KIT-009 a full-screen modal is 600 px wide, 800 px when wide', async ({ page }) => {
  await open(page, 'Open full-screen modal')
  expect((await settledBox(page.getByRole('dialog'))).width).toBe(600)
  await page.keyboard.press('Escape')
  await open(page, 'Open wide full-screen modal')
  expect((await settledBox(page.getByRole('dialog', { name: 'Wide' }))).width).toBe(800)
})

test('KIT-010 a tooltip shows at once, 10 px away and at most 300 px wide', async ({ page }) => {
  const trigger = page.getByRole('button', { name: 'What is this?' })
  // Scrolling closes tooltips, and its events come after the scroll; the pointer must first have been elsewhere.
  await trigger.scrollIntoViewIfNeeded()
  await page.mouse.move(5, 5)
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  // A timer of the page itself, which stands still when the page does.
  const isThereAtOnce = trigger.evaluate(
    (element) =>
      new Promise<boolean>((resolve) => {
        const look = () => resolve(document.querySelector('[role=tooltip]') !== null)
        element.addEventListener('pointerenter', () => setTimeout(look, 500), { once: true })
      }),
  )
  await trigger.hover()
  expect(await isThereAtOnce).toBe(true)
  const tooltip = page.getByRole('tooltip')
  await expect(tooltip).toBeVisible()
  const box = await settledBox(tooltip)
  const anchor = await settledBox(trigger)
  expect(box.width).toBeLessThanOrEqual(300)
  expect(box.width).toBeGreaterThan(250)
  const distance =
    box.y < anchor.y ? anchor.y - box.y - box.height : box.y - anchor.y - anchor.height
  // Its position is rounded to whole pixels.
  expect(Math.abs(distance - 10)).toBeLessThan(1)
})

test('KIT-011 the progress bar is 8 px high', async ({ page }) => {
  const bar = page.getByRole('progressbar', { name: 'Uploading Late Harbour' })
  expect((await settledBox(bar)).height).toBe(8)
})

test('KIT-013 the multi-line input shows 4 rows', async ({ page }) => {
  const input = page.getByRole('textbox', { name: 'Note' })
  await expect(input).toHaveCSS('resize', 'none')
  const { lineHeight, padding } = await input.evaluate((element) => {
    const style = getComputedStyle(element)
    return {
      lineHeight: Number.parseFloat(style.lineHeight),
      padding: Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom),
    }
  })
  const { height } = await settledBox(input)
  expect(Math.round((height - padding) / lineHeight)).toBe(4)
})

test('KIT-019 KIT-020 the container follows the breakpoints', async ({ page }) => {
  const container = page.locator('.ph-container')
  const inner = () =>
    container.evaluate((element) => {
      const style = getComputedStyle(element)
      const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight)
      return Math.round(element.getBoundingClientRect().width - padding)
    })
  for (const [viewport, width] of [
    [599, 560],
    [600, 560],
    [900, 770],
    [919, 770],
    [1300, 1170],
    [1600, 1170],
  ] as const) {
    await page.setViewportSize({ width: viewport, height: 900 })
    expect(await inner(), `at ${viewport} px`).toBe(width)
  }
})

test('KIT-021 every font size and space on the page is a step of the scale', async ({ page }) => {
  const sizes = await page.evaluate(() => {
    const found = new Set<string>()
    for (const element of document.querySelectorAll('main *')) {
      if (element.textContent?.trim()) found.add(getComputedStyle(element).fontSize)
    }
    return [...found].map((size) => Number.parseFloat(size)).sort((a, b) => a - b)
  })
  expect(sizes).toEqual([12, 13, 14, 16, 20, 28, 38])
  const spaces = await page
    .locator('[data-space]')
    .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width))
  expect(spaces).toEqual([5, 10, 15, 20, 30, 40, 60])
})

test('KIT-026 a toast leaves after 10 seconds, and stays while it is read', async ({ page }) => {
  await page.clock.install()
  await openKit(page)
  await open(page, 'Show info')
  const toast = page.getByText('A toast of info')
  await expect(toast).toBeVisible()
  // The fake clock also advances by itself, so this leaves time for the pointer to get there.
  await page.clock.runFor(2_000)
  await toast.hover()
  await page.clock.runFor(20_000)
  await expect(toast).toBeVisible()
  await page.mouse.move(10, 10)
  await page.clock.runFor(8_500)
  await expect(toast).toHaveCount(0)
})

test('KIT-001 the code editor edits JSON, says what is wrong, and adds no inline style', async ({
  page,
}) => {
  const editor = page.getByRole('textbox', { name: 'Asset settings' })
  await editor.scrollIntoViewIfNeeded()
  await expect(editor).toContainText('"playback_policy"')
  await editor.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('{"test": tru}')
  await expect(page.locator('.cm-lint-marker-error')).toHaveCount(1)
  expect(await page.locator('head style').count()).toBe(0)
})

test('KIT-001 the keyboard reaches the calendar and the date and time fields', async ({ page }) => {
  const day = page.getByRole('spinbutton', { name: /^day, Start date/ })
  await day.focus()
  await page.keyboard.press('ArrowDown')
  await expect(day).toHaveText('20')
  const hour = page.getByRole('spinbutton', { name: /^hour, Start time/ })
  await hour.focus()
  await page.keyboard.type('9')
  await expect(hour).toHaveText('9')
  const chosen = page.locator('.ph-calendar').last().locator('[data-selected]')
  await expect(chosen).toHaveText('21')
  await chosen.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(chosen).toHaveText('20')
})

test('a table becomes stacked rows on a phone, and the page never scrolls sideways', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const row = page.getByRole('table', { name: 'Views by browser' }).getByRole('row').nth(1)
  await expect(row).toHaveCSS('display', 'block')
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})

test('people who prefer less motion get none', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, 'Open drawer')
  const duration = await page
    .locator('.ph-drawer')
    .evaluate((drawer) => Number.parseFloat(getComputedStyle(drawer).animationDuration))
  expect(duration).toBeLessThan(0.001)
})
