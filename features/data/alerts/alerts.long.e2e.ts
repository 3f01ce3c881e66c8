import { expect, type Page } from '@playwright/test'
import {
  startHttpReceiver,
  startSmtpCatcher,
} from '@playhead/server-kit/messages/testing-receivers.ts'
import { expectAccessible } from '../../../tests/journeys/expect-accessible.ts'
import { type OwnProgram, testWithProgram } from '../../../tests/journeys/own-program.ts'
import { environmentPath, makeWorld, signIn, type World } from '../../../tests/journeys/world.ts'

const catcher = await startSmtpCatcher()
const receiver = await startHttpReceiver()
// A separate program: its audience would weigh on the tests that share one.
const test = testWithProgram({ SMTP_URL: catcher.url })
test.afterAll(async () => {
  await receiver.close()
  await catcher.close()
})
test.describe.configure({ mode: 'default', timeout: 420_000 })

/** Real beacons of viewers who do not exist, until the program stops. */
const sendAudience = async (program: OwnProgram, world: World) => {
  const made = await program.command('token create', {
    environment: world.environment.id,
    permissions: 'data:read',
  })
  const options = {
    to: program.url,
    environment_key: String(made['environment_key']),
    viewers: '12',
    seed: 'alerts',
    duration: '20m',
  }
  program.command('simulate', options).catch(() => undefined)
}

const addChannel = async (page: Page, service: string, label: string, value: string) => {
  await page.getByRole('button', { name: 'Add Channel' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Service/ }).click()
  await page.getByRole('option', { name: service }).click()
  await dialog.getByLabel(label).fill(value)
  await dialog.getByLabel(label).press('Enter')
  await expect(dialog).toHaveCount(0)
}

const onCall = 'on-call@example.com'

/** What the chat and the mailbox have about a rule. */
const listReceived = (about: string) => ({
  chat: receiver
    .at('/services/1')
    .map(({ body }) => (JSON.parse(body) as { text: string }).text)
    .filter((one) => one.includes(about)),
  mail: catcher
    .to(onCall)
    .map(({ message }) => /^Subject: (.+(?:\r\n .+)*)/m.exec(message)?.[1] ?? '')
    .filter((one) => one.includes(about)),
})

const pressAction = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const choose = async (page: Page, name: string, option: string) => {
  await page.getByRole('button', { name: new RegExp(`^${name}|${name}$`) }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('ALRT-001 ALRT-003 ALRT-009 ALRT-017 ALRT-025 SHELL-065 a rule is made, real viewers open its incident, a person acknowledges and resolves it, and a silence holds the next one back', async ({
  page,
  program,
}) => {
  const world = await makeWorld({ command: program.command })
  await signIn(page, world.admin)
  await page.goto(environmentPath(world, 'alerts/notification-channels'))
  await addChannel(page, 'Slack', 'Webhook URL', receiver.url('/services/1'))
  await addChannel(page, 'Email', 'Email address', onCall)

  await test.step('the first step is a rule', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Alerts', exact: true }).click()
    await expect(page).toHaveURL(/\/alerts\/incidents\?status=open$/)
    await expect(page.getByText('No alert rules yet')).toBeVisible()
    await expectAccessible(page, 'no alert rules yet')
    await page.getByRole('link', { name: 'Create alert rule' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'New alert rule' })).toBeVisible()
    await choose(page, 'Metric', 'Current concurrent viewers')
    await choose(page, 'Area', 'above')
    await page.getByLabel('Value', { exact: true }).fill('3')
    await choose(page, 'Window', '1 minute')
    await expect(page.getByText('2 now')).toBeVisible()
    await expect(page.getByText(/This rule (would|had nothing to judge)/)).toBeVisible()
    // What a change makes stale is pale until the new answer is there.
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    await expectAccessible(page, 'the form of an alert rule')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Alert rule created')).toBeVisible()
    const name = 'Current concurrent viewers is above 3 for 1 minute'
    await expect(page.getByRole('link', { name })).toBeVisible()
    await expectAccessible(page, 'alert rules')
  })

  await sendAudience(program, world)
  await page.getByRole('link', { name: 'Incidents', exact: true }).click()
  await expect(page.getByText('Nothing is wrong.')).toBeVisible()
  await expect(page.getByText('1 rule watches this environment.')).toBeVisible()
  const incident = page.getByRole('link', { name: /Current concurrent viewers is above 3/ })
  await expect(incident).toBeVisible({ timeout: 150_000 })
  await expectAccessible(page, 'an open incident in the list')
  await incident.click()

  await expect(page.getByRole('heading', { level: 1, name: 'Incident - open' })).toBeVisible()
  const told = page.getByRole('region', { name: 'Sent notifications' })
  await expect(told.getByText('Delivered')).toHaveCount(2, { timeout: 30_000 })
  const first = 'Current concurrent viewers is above 3 for 1 minute'
  expect(listReceived(first)).toEqual({
    chat: [expect.stringContaining(first)],
    mail: [expect.stringContaining(first)],
  })
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(page.getByText(`Acknowledged by ${world.admin.email}`)).toBeVisible()
  await expectAccessible(page, 'an open incident')

  await test.step('the same in real time', async () => {
    await page.getByRole('link', { name: /View in Real Time/ }).click()
    await expect(page).toHaveURL(/\/monitoring\/current-concurrent-viewers$/)
    await page.goBack()
  })

  const live = await page.context().newPage()
  const mark = live.getByRole('list', { name: 'Incidents' }).getByRole('link')
  await test.step('the chart of real-time data marks it while it lasts', async () => {
    await live.goto(environmentPath(world, 'monitoring/current-concurrent-viewers'))
    await expect(mark).toHaveAccessibleName(/^Incident, since .+: Current concurrent viewers/)
    await expectAccessible(live, 'an incident on a live chart', { isDark: true })
  })

  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Incident - resolved' })).toBeVisible()
  await expect(page.getByText(`Resolved by ${world.admin.email}`)).toBeVisible()
  await test.step('the open chart shows the end, and the overview says it', async () => {
    await expect(mark).toHaveAccessibleName(/^Incident, .+ to .+: Current concurrent viewers/)
    await live.goto(environmentPath(world, 'data'))
    const day = live.getByRole('region', { name: 'Incidents' })
    await expect(day.getByRole('link', { name: /^Concurrent viewers rose / })).toBeVisible()
    await live.close()
  })
  await expect(told.getByText('Ended')).toHaveCount(2, { timeout: 30_000 })
  await expectAccessible(page, 'a resolved incident')
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').click()
  await expect(page).toHaveURL(/\/alerts\/incidents\?type=threshold$/)

  await test.step('a rule is silenced every evening, before it fires', async () => {
    await page.goto(environmentPath(world, 'alerts/rules'))
    await pressAction(page, first, 'Duplicate')
    await page.getByLabel('Name').fill('Evening audience')
    await page.getByLabel('Value', { exact: true }).fill('1000')
    await page.getByRole('button', { name: 'Save' }).click()
    await pressAction(page, 'Evening audience', 'Silence…')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Note').fill('Encoder upgrade')
    await dialog.getByRole('button', { name: /Repeats/ }).click()
    await page.getByRole('option', { name: 'Daily' }).click()
    await expectAccessible(page, 'the silence of a rule')
    await dialog.getByRole('button', { name: 'Create silence' }).click()
    await expect(page.getByText('Silence created')).toBeVisible()
  })

  await test.step('its incident opens, is marked, and nothing is sent', async () => {
    await page.getByRole('link', { name: 'Evening audience' }).click()
    await page.getByLabel('Value', { exact: true }).fill('2')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Incidents', exact: true }).click()
    await page.getByRole('link', { name: /Evening audience/ }).click({ timeout: 90_000 })
    await expect(page.getByText(/^Silenced by Encoder upgrade/)).toBeVisible()
    await expect(told.getByText('Held back')).toHaveCount(2)
    await expectAccessible(page, 'a silenced incident')
  })
  const incidentPage = page.url()

  await test.step('once the silence is deleted, each channel is sent the opening once', async () => {
    await page.goto(environmentPath(world, 'alerts/silences'))
    const row = page.getByRole('row', { name: /Encoder upgrade/ })
    await expect(row).toContainText(/Active.*Evening audience.*Daily, .*1 incident/)
    await expectAccessible(page, 'a silence that holds back')
    expect(listReceived('Evening audience')).toEqual({ chat: [], mail: [] })
    await pressAction(page, 'Encoder upgrade', 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete silence' }).click()
    await expect(page.getByText('No silences yet')).toBeVisible()
    await page.goto(incidentPage)
    await expect(told.getByText('Delivered')).toHaveCount(2, { timeout: 60_000 })
    expect(listReceived('Evening audience')).toEqual({
      chat: [expect.stringContaining('Evening audience')],
      mail: [expect.stringContaining('Evening audience')],
    })
  })
})
