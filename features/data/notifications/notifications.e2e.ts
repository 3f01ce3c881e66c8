import { text } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { expectAccessible } from '../../../tests/journeys/expect-accessible.ts'
import { startServer } from '../../../tests/journeys/stand-in.ts'
import { environmentPath, makeWorld, signIn } from '../../../tests/journeys/world.ts'

test('ALRT-028 ACCT-083 an admin adds a channel, sends tests to it, switches it off and deletes it', async ({
  page,
}) => {
  const received: { text: string }[] = []
  let status = 404
  const receiver = await startServer(async (request, response) => {
    received.push(JSON.parse(await text(request)) as { text: string })
    response.writeHead(status).end(status === 404 ? 'no_service' : 'ok')
  })
  const world = await makeWorld()
  await signIn(page, world.admin)
  await page.goto(environmentPath(world, 'settings/notification-methods'))
  await expect(page.getByText('No notification channels yet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Notification Channels' })).toBeVisible()
  await expectAccessible(page, 'no notification channels')

  await page.getByRole('button', { name: 'Add Channel' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Email address')).toBeVisible()
  await expectAccessible(page, 'the dialog of a notification channel')
  await dialog.getByRole('button', { name: /Service/ }).click()
  await page.getByRole('option', { name: 'Slack' }).click()
  await dialog.getByLabel('Webhook URL').fill(`${receiver.url}/services/1`)
  await dialog.getByLabel('Webhook URL').press('Enter')
  await expect(page.getByText('Notification channel created')).toBeVisible()

  await page.goto(environmentPath(world, 'alerts/notification-channels'))
  const row = page.getByRole('row', { name: new RegExp(receiver.url) })
  await expect(row.getByText('Not tried')).toBeVisible()
  const choose = async (action: string) => {
    await row.getByRole('button', { name: /Actions/ }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await row.getByRole('button', { name: /^Send test/ }).click()
  await expect(page.getByText('The test was refused')).toBeVisible()
  await expect(row.getByText('The receiver answered 404: no_service')).toBeVisible()
  status = 200
  await row.getByRole('button', { name: /^Send test/ }).click()
  await expect(page.getByText('The test was accepted')).toBeVisible()
  await expect(row.getByText('Works')).toBeVisible()
  expect(received.map((message) => message.text)).toEqual([
    expect.stringMatching(/^Test: /),
    expect.stringMatching(/^Test: /),
  ])
  await expectAccessible(page, 'notification channels')

  await choose('Switch off')
  await expect(row.getByText('Off', { exact: true })).toBeVisible()
  await choose('Delete')
  await page.getByRole('button', { name: 'Delete channel' }).click()
  await expect(page.getByText('No notification channels yet')).toBeVisible()
  await receiver.stop()
})
