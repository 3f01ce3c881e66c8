import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'

const styles = readFileSync(
  path.join(import.meta.dirname, '../../../packages/ui/styles/table.css'),
  'utf8',
)

const head = ['In', 'Title', 'No', 'Address'].map((name) => `<th>${name}</th>`)
const cells = [
  'Production',
  'A title of many words that leaves little room for the columns beside it, whatever they hold',
  '33,852',
  `https://www.example.com/${'path'.repeat(60)}`,
].map((text) => `<td>${text}</td>`)

test('METR-035 the titles of a breakdown stay in sight while the page scrolls', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 400 })
  await page.setContent(
    `<!doctype html><style>${styles}</style><div class="ph-table-frame" data-sticks><table class="ph-table">
      <thead><tr><th>Browser</th></tr></thead><tbody>${'<tr><td>Chrome</td></tr>'.repeat(60)}</tbody></table></div>`,
  )
  await page.evaluate(() => globalThis.scrollTo(0, 900))
  const title = page.getByRole('columnheader', { name: 'Browser' })
  expect((await title.boundingBox())?.y).toBe(0)
})

test('VIEW-002 on a phone a row has two lines: what it is with how it went, and the circumstances', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 700 })
  const row = [
    '<td data-label="View end">43 minutes ago</td>',
    '<th data-main data-label="Title">A title that is longer than a phone is wide, much longer</th>',
    '<td data-label="Watch time">1:02:15</td>',
    '<td data-phone="hidden" data-label="Application">Samsung Internet</td>',
    '<td data-label="Country">United Kingdom</td>',
    '<td data-label="Error"><span class="ph-unknown">–</span></td>',
    '<td data-phone="end" data-label="Score">98.20</td>',
  ]
  await page.setContent(
    `<!doctype html><style>${styles}</style><div class="ph-table-frame" style="--text-xs: 12px; --text-md: 15px">
      <table class="ph-table" data-two-lines><tbody><tr>${row.join('')}</tr></tbody></table></div>`,
  )
  const tops = await page
    .locator('tr > *:visible')
    .evaluateAll(
      (cells) =>
        new Set(cells.map((cell) => Math.round(cell.getBoundingClientRect().bottom / 9))).size,
    )
  expect(tops).toBe(2)
  expect(
    await page.getByText('98.20').evaluate((cell) => cell.getBoundingClientRect().right),
  ).toBeGreaterThan(330)
  await expect(page.getByText('Samsung Internet')).toBeHidden()
})

test('values and numbers of a table never break inside a word, and an address does not widen it', async ({
  page,
}) => {
  await page.setContent(
    `<!doctype html><style>${styles}</style><div class="ph-table-frame" style="width: 700px; --text-sm: 13px"><table class="ph-table">
      <thead><tr>${head.join('')}</tr></thead><tbody><tr>${cells.join('')}</tr></tbody></table></div>`,
  )
  const linesOf = (text: string) =>
    page.getByRole('cell', { name: text, exact: true }).evaluate((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return range.getClientRects().length
    })
  expect([await linesOf('Production'), await linesOf('33,852')]).toEqual([1, 1])
  expect(await page.locator('.ph-table-frame').evaluate((frame) => frame.scrollWidth)).toBe(700)
})
