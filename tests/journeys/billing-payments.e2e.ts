import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { insertInvoice } from '@playhead/testing/rows/invoice-rows.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { connectToProgram } from './connect-to-program.ts'
import { expectAccessible } from './expect-accessible.ts'
import { setDue, setMonthPassed } from './months.sql.ts'
import { testWithProgram } from './own-program.ts'
import { makeWorld, organizationPath, signIn } from './world.ts'

const test = testWithProgram({ PLAYHEAD_BILLING: 'test' })

const plans = {
  plans: [
    {
      name: 'Pro',
      fees: { month: 4900, year: 49_000 },
      currency: 'USD',
      included: {},
      overage: 'none',
    },
  ],
}

if (isLongRun())
  test('BILL-004 BILL-018 BILL-020 BILL-028 BILL-030 BILL-031 BILL-032 BILL-034 a plan is chosen, its invoice is declined, and paid by its link', async ({
    page,
    program,
  }) => {
    test.setTimeout(600_000)
    const file = path.join(program.dataFolder, 'plans.json')
    await writeFile(file, JSON.stringify(plans))
    await program.command('plans import', { file })
    const world = await makeWorld({ command: program.command })
    await signIn(page, world.admin)

    await page.goto(organizationPath(world, 'account/billing/payment-method'))
    await expect(
      page.getByText('Unable to calculate tax. Enter your billing information first.'),
    ).toBeVisible()
    await page.getByLabel('Company or name').fill('Northlight GmbH')
    await page.getByLabel('City').fill('Berlin')
    await page.getByRole('combobox', { name: 'Country' }).fill('Germany')
    await page.keyboard.press('Escape')
    await page.getByLabel('Email').fill('invoices@')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Invalid email')).toBeVisible()
    await page.getByLabel('Email').fill('invoices@northlight.example')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Billing information saved')).toBeVisible()
    await expect(page.getByText('No tax is added for your address.')).toBeVisible()

    await page.getByRole('button', { name: 'Add a payment method' }).click()
    const form = page.getByRole('dialog', { name: 'Payment method' })
    await form.getByText('Test card that is declined').click()
    await expectAccessible(page, 'form of a payment method')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Test card that is declined ending in 0002')).toBeVisible()
    await expectAccessible(page, 'payment method')

    await page.getByRole('link', { name: 'Plans' }).click()
    await page.getByRole('button', { name: 'Choose Pro' }).click()
    const change = page.getByRole('dialog', { name: 'Change to Pro' })
    await change.getByRole('button', { name: 'Choose Pro' }).click()
    await expect(page.getByText('Your plan is Pro')).toBeVisible()

    const postgres = await connectToProgram(program)
    await setMonthPassed(postgres, world.organization)
    const invoices = organizationPath(world, 'account/billing/invoices')
    /** Opens a page until the schedules have brought forward what it shows. */
    const shows = (address: string, text: string, schedule: string) =>
      expect
        .poll(
          async () => {
            await setDue(postgres, [schedule])
            await page.goto(address)
            await page.waitForLoadState('networkidle')
            return page.getByText(text, { exact: true }).count()
          },
          { timeout: 240_000, intervals: [1000] },
        )
        .toBeGreaterThan(0)
    await shows(invoices, 'Open', 'invoices: bring forward')
    const table = page.getByRole('table', { name: 'Invoices' })
    await expect(table.getByRole('row').nth(2)).toContainText('$49.00')
    await table.getByRole('row').nth(2).getByRole('link').click()
    await expect(page.getByText('Northlight GmbH')).toBeVisible()

    const declined = 'The payment of $49.00 failed. Your card was declined.'
    await shows(page.url(), declined, 'payments: collect')
    await postgres.close()
    await expectAccessible(page, 'invoice whose charge was declined')
    await page.goto(organizationPath(world, 'account/billing/summary'))
    await page.getByRole('button', { name: 'Pay invoice 1' }).click()
    await expect(page.getByRole('heading', { name: 'Invoice 1, test payment' })).toBeVisible()
    await expectAccessible(page, 'test payment')
    await page.getByRole('button', { name: 'Decline' }).click()
    await expect(page).toHaveURL(/\/invoices\/[\da-f-]+\?payment=returned$/)
    await expect(page.getByText(declined)).toBeVisible()

    await page.getByRole('button', { name: 'Pay invoice 1' }).click()
    await page.getByRole('button', { name: 'Pay $49.00' }).click()
    await expect(page.getByText('Thank you. $49.00 was paid.')).toBeVisible()
    await expect(page.getByText('The invoice is paid.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
    await page.goto(organizationPath(world, 'account/billing/summary'))
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText('Nothing is owed.')
  })

if (isLongRun())
  test('BILL-003 BILL-012 a 402 is said on each billing page, which stays and tries again', async ({
    page,
    program,
  }) => {
    const world = await makeWorld({ command: program.command })
    const postgres = await connectToProgram(program)
    const invoice = await insertInvoice(postgres, world.organization)
    await postgres.close()
    await signIn(page, world.admin)
    const calls = /\/ui\/v1\/(billing\/|invoices|usage|outstanding-balances|organization\/billing)/
    const refusal = { error: { type: 'payment_required', messages: ['Pay first.'] } }
    const text = page.getByText("We're having trouble loading this page. Please try again later.")
    for (const rest of [
      '',
      '/summary',
      '/payment-method',
      '/invoices',
      `/invoices/${invoice}`,
      '/usage-details',
      '/plans',
    ]) {
      const address = organizationPath(world, `account/billing${rest}`)
      await page.route(calls, (route) => route.fulfill({ status: 402, json: refusal }))
      await page.goto(address)
      await expect(text.first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(new URL(page.url()).pathname).toBe(address)
      await expect(page.getByText('Pay first.')).toHaveCount(0)
      await page.unroute(calls)
      const again = page.getByRole('button', { name: 'Try again' })
      while ((await again.count()) > 0) {
        const before = await text.count()
        await again.first().click()
        await expect.poll(() => text.count()).toBeLessThan(before)
      }
    }
  })

if (isLongRun())
  test('BILL-028 BILL-035 opening invoices and plans again sends no second call', async ({
    page,
    program,
  }) => {
    const world = await makeWorld({ command: program.command })
    await signIn(page, world.admin)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/ui/v1/')) asked.push(pathname)
    })
    const count = (call: string) => asked.filter((pathname) => pathname === call).length
    await page.goto(organizationPath(world, 'account/billing/invoices'))
    const tabs = page.getByRole('navigation', { name: 'Billing pages' })
    await expect(page.getByText('No invoices yet')).toBeVisible()
    await tabs.getByRole('link', { name: 'Plans' }).click()
    await expect(page.getByRole('region', { name: 'Pro' })).toBeVisible()
    await tabs.getByRole('link', { name: 'Summary' }).click()
    await expect(page.getByRole('region', { name: 'Balance' })).toBeVisible()
    await tabs.getByRole('link', { name: 'Invoices' }).click()
    await expect(page.getByText('No invoices yet')).toBeVisible()
    await tabs.getByRole('link', { name: 'Plans' }).click()
    await expect(page.getByRole('region', { name: 'Pro' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(count('/ui/v1/invoices')).toBe(1)
    expect(count('/ui/v1/billing/plans')).toBe(1)
    for (const call of ['/ui/v1/organization/billing', '/ui/v1/outstanding-balances'])
      expect(count(call)).toBeGreaterThan(0)
  })
