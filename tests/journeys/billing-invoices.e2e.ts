import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { insertInvoice } from '@playhead/testing/rows/invoice-rows.ts'
import { readPages } from '@playhead/invoice-pdf/testing-read-pdf.ts'
import { connectToProgram } from './connect-to-program.ts'
import { expectAccessible } from './expect-accessible.ts'
import { type OwnProgram, testWithProgram } from './own-program.ts'
import { makeWorld, organizationPath, signIn, type World } from './world.ts'

const test = testWithProgram({ PLAYHEAD_BILLING: 'invoice' })

const month = (number: number) => new Date(Date.UTC(2026, number - 1, 1))

/** Months that are over: nobody can wait for them in a test. */
const insertInvoices = async (program: OwnProgram, { organization }: World) => {
  const postgres = await connectToProgram(program)
  // Long overdue after two weeks, which the program would find.
  const due_at = new Date(Date.now() - 3 * 86_400_000)
  const insert = (given: Parameters<typeof insertInvoice>[2]) =>
    insertInvoice(postgres, organization, given)
  await insert({ month: month(8), status: 'paid', number: 21 })
  await insert({
    month: month(9),
    status: 'late',
    number: 22,
    due_at,
    subtotal_cents: 10_000,
    tax_cents: 1900,
  })
  await postgres.close()
}

test('BILL-007 BILL-015 BILL-020 BILL-029 an overdue invoice leads from Summary to its PDF and CSV', async ({
  page,
  program,
}) => {
  const world = await makeWorld({ command: program.command })
  await insertInvoices(program, world)
  await signIn(page, world.admin)
  await page.goto(organizationPath(world, 'account/billing/summary'))
  await expect(page.getByText('There is no subscription yet.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('$119.00')
  await expectAccessible(page, 'summary with invoices')

  await page.getByText('$119.00 is overdue.').getByRole('link').click()
  await expect(page).toHaveURL(/\/account\/billing\/invoices$/)
  const table = page.getByRole('table', { name: 'Invoices' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table.getByRole('row').nth(1)).toContainText('Late')
  await expect(table.getByRole('row').nth(2)).toContainText('Paid')
  await expectAccessible(page, 'list of invoices')

  await table.getByRole('link', { name: 'September 2026' }).click()
  await expect(page.getByRole('heading', { name: /Invoice 22/ })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Lines of the invoice' })).toContainText('$100.00')
  await expectAccessible(page, 'one invoice')

  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF of invoice 22' }).click(),
  ])
  expect(pdf.suggestedFilename()).toBe('invoice-22.pdf')
  const [text] = await readPages(await readFile(await pdf.path()))
  expect(text).toContain('Number 22')
  expect(text).toContain('$119.00')

  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV of invoice 22' }).click(),
  ])
  expect(csv.suggestedFilename()).toBe('invoice-22.csv')
  expect(await readFile(await csv.path(), 'utf8')).toContain('Pro, by the month')
})
