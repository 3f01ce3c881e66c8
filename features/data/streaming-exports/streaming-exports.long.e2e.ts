import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { expectAccessible } from '../../../tests/journeys/expect-accessible.ts'
import { operator } from '../../../tests/journeys/operator.ts'
import { startServer } from '../../../tests/journeys/stand-in.ts'
import { environmentPath, makeWorld, signIn } from '../../../tests/journeys/world.ts'

test('ACCT-081 SHELL-074 an admin sends finished views to a server, watches them arrive, pauses and deletes the export', async ({
  page,
}, testInfo) => {
  const rows: { view_id: string; version: number }[] = []
  let status = 503
  const receiver = await startServer(async (request, response) => {
    const lines = gunzipSync(await buffer(request))
      .toString()
      .split('\n')
      .filter(Boolean)
    if (status === 200) rows.push(...lines.map((line) => JSON.parse(line) as (typeof rows)[number]))
    response.writeHead(status).end()
  })
  const world = await makeWorld()
  const { organization, environment } = world
  const settings = (feature: string) =>
    operator('organization update', { id: organization.id, feature })
  await signIn(page, world.admin)
  await page.goto(environmentPath(world, 'settings/signing-keys'))
  const tabs = page.getByRole('navigation', { name: 'Settings pages' })
  await expect(tabs.getByRole('link', { name: 'Webhooks' })).toBeVisible()
  await expect(tabs.getByRole('link', { name: 'Streaming Exports' })).toHaveCount(0)

  await settings('streamingExportsViewstream=true')
  await page.reload()
  await tabs.getByRole('link', { name: 'Streaming Exports' }).click()
  await expect(page.getByText('No streaming exports yet')).toBeVisible()
  await expectAccessible(page, 'no streaming exports')

  await page.getByRole('button', { name: 'Create export' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page, 'the dialog of an export')
  await dialog.getByLabel('URL').fill(`${receiver.url}/views`)
  await dialog.getByLabel('URL').press('Enter')
  await expect(dialog.getByText('It cannot be shown again')).toBeVisible()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const row = page.getByRole('row', { name: new RegExp(receiver.url) })
  await expect(row.getByText('Running')).toBeVisible()

  const choose = async (action: string) => {
    await row.getByRole('button', { name: /Actions/ }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Send test')
  await expect(page.getByText('The address answered 503.')).toBeVisible()
  status = 200
  await choose('Send test')
  await expect(page.getByText('The test was accepted')).toBeVisible()

  const file = testInfo.outputPath('views.ndjson')
  const ended = Date.now() - 3_600_000
  const view = (id: string) => ({
    view_id: id,
    view_start: new Date(ended - 60_000).toISOString(),
    view_end: new Date(ended).toISOString(),
  })
  await writeFile(file, [view('one'), view('two')].map((one) => JSON.stringify(one)).join('\n'))
  await operator('import', { file, environment: environment.id })
  await expect(row.getByText('2 rows sent')).toBeVisible({ timeout: 60_000 })
  expect(rows.map(({ view_id: id }) => id).toSorted()).toEqual(['one', 'two'])
  await expectAccessible(page, 'streaming exports')

  await choose('Pause')
  await expect(row.getByText('Paused')).toBeVisible()
  await choose('Delete')
  await page.getByRole('button', { name: 'Delete export' }).click()
  await expect(page.getByText('No streaming exports yet')).toBeVisible()
  await receiver.stop()
})
