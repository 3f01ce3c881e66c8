import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { viewLines } from '../../../tests/journeys/data-known-rows.ts'
import { hourMs, loadViews } from '../../../tests/journeys/data-world.ts'
import { expectAccessible } from '../../../tests/journeys/expect-accessible.ts'
import { environmentPath, makeWorld, signIn } from '../../../tests/journeys/world.ts'

test.describe.configure({ timeout: 420_000 })

const title = 'Harbour lights at night'
const viewId = randomUUID()

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const group = (page: Page, name: string) => palette(page).getByRole('group', { name })

const type = async (page: Page, text: string) => {
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeVisible()
  await page.keyboard.type(text)
}

/** Chooses the first entry. */
const go = async (page: Page, text: string, name: string) => {
  await type(page, text)
  await expect(group(page, name).getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
}

test('the palette finds metrics, dimensions, titles, assets, views and settings of this environment alone', async ({
  page,
}) => {
  const [world, other] = [await makeWorld(), await makeWorld()]
  const end = Date.now() - 3 * hourMs
  await loadViews(
    world,
    viewLines([
      { view_id: viewId, video_title: title, view_end: end },
      { video_title: title, view_end: end },
      { video_title: 'Big Buck Bunny', view_end: end },
    ]),
  )
  await loadViews(other, viewLines([{ video_title: 'Harbour of others', view_end: end }]))
  await signIn(page, world.admin)
  const { organization, environment } = world
  const created = await page.request.post('/video/v1/uploads', {
    headers: {
      'x-requested-with': 'playhead',
      'x-organization-id': organization.id,
      'x-environment-id': environment.id,
    },
    data: { cors_origin: '*', new_asset_settings: { meta: { title: 'Lighthouse trailer' } } },
  })
  const { url } = (await created.json()).data
  // No video: only its title matters here.
  await page.request.put(url, { data: Buffer.from('a lighthouse') })

  await page.goto(environmentPath(world, 'account/profile'))
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
  await go(page, 'rebuffer freq', 'Metrics')
  await expect(page).toHaveURL(/\/metrics\?metric=rebuffer_frequency/)
  await go(page, 'player software ver', 'Dimensions')
  await expect(page).toHaveURL(/\/metrics\?.*breakdown=player_software_version/)
  await go(page, 'lighthouse', 'Assets')
  // Where the page has arrived: the palette closes when the address goes on to the tab.
  await expect(page).toHaveURL(/\/video\/assets\/[^/]+\/\w+/)
  await expect(page.getByRole('heading', { name: 'Lighthouse trailer', level: 1 })).toBeVisible()
  await go(page, viewId, 'Views')
  await expect(page).toHaveURL(new RegExp(`/views/${viewId}`))
  await go(page, 'access tokens', 'Go to')
  await expect(page).toHaveURL(/\/settings\/access-tokens/)

  await type(page, 'harbour')
  await expect(group(page, 'Titles').getByRole('option')).toHaveText([`${title}2 views in 7 days`])
  await expectAccessible(page, 'the palette with finds')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/data\?.*filters(%5B%5D|\[\])=video_title/)
  await expect(page.getByText(title).first()).toBeVisible()

  // What was chosen before comes first among what matches.
  await type(page, 'rebuffer')
  await expect(group(page, 'Metrics').getByRole('option').first()).toHaveText(
    'Rebuffering frequency',
  )
})
