import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { makeSampleClip } from '@playhead/testing/media/sample-clip.ts'
import { operator } from '../../../../tests/journeys/operator.ts'
import { environmentPath, makeWorld, signIn, type World } from '../../../../tests/journeys/world.ts'

test.describe.configure({ timeout: 420_000 })

const ask = async (
  page: Page,
  { organization, environment }: World,
  url: string,
  data?: object,
) => {
  const headers = {
    'x-requested-with': 'playhead',
    'x-organization-id': organization.id,
    'x-environment-id': environment.id,
  }
  const method = data ? 'POST' : 'GET'
  const answer = await page.request.fetch(url, { method, headers, ...(data && { data }) })
  expect(answer.ok(), `${method} ${url}: ${answer.status()}`).toBe(true)
  return (await answer.json()).data
}

const hostedClip = async (page: Page, world: World) => {
  const settings = { video_quality: 'basic', meta: { title: 'Harbour at dawn' } }
  const created = await ask(page, world, '/video/v1/uploads', {
    cors_origin: '*',
    new_asset_settings: { ...settings, playback_policies: ['public'] },
  })
  const data = await readFile(await makeSampleClip())
  const sent = await page.request.fetch(created.url, { method: 'PUT', data })
  expect(sent.status()).toBe(200)
  const { asset_id: id } = await ask(page, world, `/video/v1/uploads/${created.id}`)
  const address = `/video/v1/assets/${id}`
  const status = async () => (await ask(page, world, address)).status
  await expect.poll(status, { timeout: 60_000 }).toBe('ready')
  return id as string
}

test('an asset whose files are lost says so in the list and on its page', async ({ page }) => {
  const world = await makeWorld()
  await signIn(page, world.admin)
  const id = await hostedClip(page, world)
  const list = environmentPath(world, 'video/assets')
  const media = path.join(
    process.env['PLAYHEAD_TEST_DATA'] ?? '',
    'media',
    world.environment.id,
    id,
  )
  await rm(path.join(media, 'source'))
  await operator('storage check')
  const errors = async () => (await ask(page, world, `/video/v1/assets/${id}`)).errors
  await expect.poll(errors, { timeout: 60_000 }).toMatchObject({ type: 'missing_files' })

  await page.goto(list)
  const row = page.getByRole('row').filter({ hasText: 'Harbour at dawn' })
  await expect(row.getByText('Files missing')).toBeVisible()
  await row.getByRole('link', { name: 'Harbour at dawn' }).click()
  await expect(page.getByText('Files of this asset are missing')).toBeVisible()
  await expect(page.getByText('source', { exact: true })).toBeVisible()
  await expect(page.getByText('Ready', { exact: true })).toHaveCount(0)
})
