import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { type FakeStripe, startFakeStripe } from '@playhead/testing/stripe/fake-stripe.ts'
import { connectToProgram } from './connect-to-program.ts'
import { expectAccessible } from './expect-accessible.ts'
import { setDue, setLongOverdue, setMonthPassed, setNotDue } from './months.sql.ts'
import { testWithProgram } from './own-program.ts'
import { environmentPath, makeWorld, organizationPath, signIn } from './world.ts'

let stripe: FakeStripe
const test = testWithProgram(async () => {
  stripe = await startFakeStripe()
  return stripe.settings
})
test.afterAll(() => stripe.close())

const plans = { plans: [{ name: 'Pro', fees: { month: 4900, year: 49_000 }, currency: 'USD' }] }

/** All that a browser asks other servers for, with whether it leaves the page for it. */
const watchOthers = (page: Page, own: string) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { origin, pathname, protocol } = new URL(request.url())
    if (origin === own || protocol === 'data:' || protocol === 'blob:') return
    const how = request.isNavigationRequest() ? 'opened' : 'loaded'
    asked.push(`${how} ${origin}${pathname.replace(/cs_test_\w+/, 'cs')}`)
  })
  return asked
}

test('BILL-003 BILL-015 BILL-020 BILL-028 BILL-030 BILL-031 with Stripe a method is entered, a charge waits for the payer, grows overdue and is paid by its link', async ({
  page,
  program,
}) => {
  const file = path.join(program.dataFolder, 'plans.json')
  await writeFile(file, JSON.stringify(plans))
  await program.command('plans import', { file })
  const world = await makeWorld({ command: program.command })
  await program.command('organization update', { id: world.organization.id, plan: 'Pro' })
  await signIn(page, world.admin)
  const others = watchOthers(page, program.url)
  const billing = (rest: string) => organizationPath(world, `account/billing/${rest}`)
  const postgres = await connectToProgram(program)

  let sent = 0
  /** Sends what happened since the last time, as Stripe does. */
  const sendEvents = async () => {
    const events = stripe.account.events.slice(sent)
    sent += events.length
    for (const event of events) {
      const { body, headers } = stripe.sign(event)
      const address = '/ui/v1/billing/provider-events'
      const answer = await page.request.post(address, { data: Buffer.from(body), headers })
      expect(answer.status()).toBe(200)
    }
    return events.map(({ type }) => type)
  }
  const enterMethod = async (button: string, outcome: string) => {
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('link', { name: 'Continue to Stripe' }).click()
    await page.getByRole('button', { name: `Use a method that ${outcome}` }).click()
  }
  /** Opens a page until the schedule has brought forward what it shows. */
  const shows = (address: string, text: string, schedule: string) =>
    expect
      .poll(
        async () => {
          await setDue(postgres, [schedule])
          await page.goto(address)
          await page.waitForLoadState('networkidle')
          return page.getByText(text).count()
        },
        { timeout: 240_000, intervals: [1000] },
      )
      .toBeGreaterThan(0)

  await page.goto(billing('payment-method'))
  await enterMethod('Add a payment method', 'declines')
  await expect(page.getByText('Visa ending in 0002')).toBeVisible()
  await expect(page).toHaveURL(/\/account\/billing\/payment-method$/)

  await setMonthPassed(postgres, world.organization)
  await shows(billing('invoices'), '$49.00', 'invoices: bring forward')
  const row = page.getByRole('table', { name: 'Invoices' }).getByRole('row').nth(2)
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { name: /Invoice 1/ })).toBeVisible()
  const invoice = page.url()
  const declined = 'The payment of $49.00 failed. Your card was declined.'
  await shows(invoice, declined, 'payments: collect')

  // A new method is charged at once.
  await page.goto(billing('payment-method'))
  await enterMethod('Replace', 'acts')
  await expect(page.getByText('Visa ending in 3184')).toBeVisible()
  const waits = 'A charge of $49.00 waits for you. Your bank asks you to confirm this payment.'
  await shows(invoice, waits, 'payments: collect')
  await expectAccessible(page, 'invoice that waits for the payer')
  await page.goto(billing('summary'))
  await expect(page.getByText('A payment waits until you confirm it.')).toBeVisible()

  await setLongOverdue(postgres, world.organization)
  const overdue = 'An invoice of your organization is long overdue.'
  await shows(billing('summary'), overdue, 'invoices: bring forward')
  await expect(page.getByText('$49.00 is overdue.')).toBeVisible()
  await page.goto(environmentPath(world, 'video/live-streams'))
  await page.getByRole('button', { name: 'Create New Live Stream' }).first().click()
  await page.getByRole('button', { name: 'Create Live Stream' }).click()
  await expect(page).toHaveURL(/\/account\/billing\/summary$/)

  // From here on only events say what became of a payment.
  await setNotDue(postgres, ['payments: collect', 'payments: handle events'])
  await postgres.close()
  await page.goto(invoice)
  await page.getByRole('button', { name: 'Pay invoice 1' }).click()
  await page.getByRole('button', { name: 'Use a method that declines' }).click()
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.')
  await page.getByRole('button', { name: 'Use a method that pays' }).click()
  await expect(page).toHaveURL(`${invoice}?payment=returned`)
  await expect(page.getByText(/^Nothing has been paid yet\./)).toBeVisible()
  expect(await sendEvents()).toContain('checkout.session.completed')
  await expect(page.getByText('Thank you. $49.00 was paid.')).toBeVisible()
  await expect(page.getByText('The invoice is paid.')).toBeVisible()
  await page.goto(billing('summary'))
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('Nothing is owed.')
  await expect(page.getByText(overdue)).toHaveCount(0)

  // Neither a script nor a frame nor a picture of Stripe is in our pages: they only lead to its pages.
  expect(new Set(others)).toEqual(new Set([`opened ${stripe.url}/c/pay/cs`]))
})
