import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { expectAccessible } from '../../../../tests/journeys/expect-accessible.ts'
import { environmentPath, makeWorld, signIn, type World } from '../../../../tests/journeys/world.ts'

test.describe.configure({ timeout: 420_000 })

/** Red, then green, then blue, so that a colour identifies the time. */
const colours = (seconds: number) =>
  makeClip(
    `-f lavfi -i color=red:size=320x180:rate=25:duration=${seconds} -f lavfi -i color=lime:size=320x180:rate=25:duration=${seconds} -f lavfi -i color=blue:size=320x180:rate=25:duration=${seconds} -f lavfi -i sine=frequency=330:duration=${3 * seconds} -filter_complex [0][1][2]concat=n=3 -c:v libx264 -preset ultrafast -g 25 -pix_fmt yuv420p -c:a aac`,
  )

const headersOf = ({ organization, environment }: World) => ({
  'x-requested-with': 'playhead',
  'x-organization-id': organization.id,
  'x-environment-id': environment.id,
})

const ask = async (page: Page, world: World, method: string, path: string, data?: object) => {
  const answer = await page.request.fetch(path, {
    method,
    headers: headersOf(world),
    ...(data && { data }),
  })
  expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true)
  return (await answer.json()).data
}

/** Uploads over the API while the page is open. */
const upload = async (page: Page, world: World, settings: object, file: Buffer) => {
  const created = await ask(page, world, 'POST', '/video/v1/uploads', {
    cors_origin: '*',
    new_asset_settings: settings,
  })
  const sent = await page.request.fetch(created.url, {
    method: 'PUT',
    headers: { 'content-type': 'video/mp4' },
    data: file,
  })
  expect(sent.status()).toBe(200)
  const { asset_id: id } = await ask(page, world, 'GET', `/video/v1/uploads/${created.id}`)
  return id as string
}

const start = async (page: Page) => {
  const world = await makeWorld()
  await signIn(page, world.admin)
  return { world, list: environmentPath(world, 'video/assets') }
}

const video = (page: Page) => page.locator('.php-player video')

/** The colour in the middle of the picture: one of three. */
const colourOf = (page: Page) =>
  video(page).evaluate((element) => {
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d')
    if (!context || !(element instanceof HTMLVideoElement)) return ''
    context.drawImage(element, 0, 0, 3, 3)
    const [red = 0, green = 0, blue = 0] = context.getImageData(1, 1, 1, 1).data
    const most = Math.max(red, green, blue)
    return most === red ? 'red' : most === green ? 'green' : 'blue'
  })

test('ASST-001 ASST-002 ASST-016 ASST-017 ASST-019 an upload arrives in the list and is ready without a reload; what is deleted leaves', async ({
  page,
}) => {
  const { world, list } = await start(page)
  const file = await readFile(await colours(2))
  await page.goto(list)
  await expect(page).toHaveTitle(/^Video \| Assets/)
  await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
  await expect(page.getByText('No assets yet')).toBeVisible()
  await expectAccessible(page, 'an environment without assets')

  await upload(page, world, { playback_policies: ['public'], meta: { title: 'First film' } }, file)
  const first = page.getByRole('row', { name: /First film/ })
  await expect(first).toContainText('Ready', { timeout: 60_000 })
  await expect(first).toContainText('320 × 180')
  const thumbnail = first.locator('img')
  await expect
    .poll(() => thumbnail.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)

  const second = await upload(page, world, { meta: { title: 'Second film' } }, file)
  await page.getByRole('button', { name: 'Show new' }).click()
  await expect(page.getByRole('row', { name: /Second film/ })).toContainText('Ready', {
    timeout: 60_000,
  })
  await expect(page.getByRole('slider', { name: 'Prepared minutes by day' })).toBeVisible()
  await expectAccessible(page, 'the list of assets')
  await page.request.delete(`/video/v1/assets/${second}`, { headers: headersOf(world) })
  await expect(page.getByText('Second film')).toBeHidden()
})

if (isLongRun())
  test('ASST-005 ASST-014 an asset plays, seeks, gets another thumbnail and a title', async ({
    page,
  }) => {
    const { world, list } = await start(page)
    const file = await readFile(await colours(4))
    const id = await upload(page, world, { playback_policies: ['public'] }, file)
    await page.goto(`${list}/${id}/monitor`)
    await expect(page.getByRole('heading', { level: 1, name: id })).toBeVisible()
    await expect(video(page)).toBeVisible({ timeout: 60_000 })

    await video(page).evaluate((element) => (element as HTMLVideoElement).play())
    await expect
      .poll(() => video(page).evaluate((element) => (element as HTMLVideoElement).currentTime))
      .toBeGreaterThan(0.5)
    await expect.poll(() => colourOf(page)).toBe('red')
    await video(page).evaluate((element) => {
      ;(element as HTMLVideoElement).pause()
      ;(element as HTMLVideoElement).currentTime = 10
    })
    await expect.poll(() => colourOf(page)).toBe('blue')
    await expectAccessible(page, 'the monitor of an asset')

    await page.getByRole('button', { name: 'Choose a picture' }).click()
    await page
      .getByRole('button', { name: /^Use the picture at/ })
      .first()
      .click()
    await expect(page.getByText('Taken at 00:00')).toBeVisible()
    await page.getByLabel('Title').fill('Three colours')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Three colours' })).toBeVisible()
  })

test('ASST-004 ASST-006 ASST-008 ASST-011 ASST-015 the tabs of an asset show its details; once deleted, it is not found', async ({
  page,
}) => {
  const { world, list } = await start(page)
  const settings = { playback_policies: ['public'], meta: { title: 'Three colours' } }
  const id = await upload(page, world, settings, await readFile(await colours(2)))
  await page.goto(`${list}/${id}/playback`)
  await expect(page.getByText('Ready', { exact: true })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('radio', { name: 'Iframe' }).check()
  await expect(page.getByText('Player is healthy')).toBeVisible()
  await expectAccessible(page, 'the snippets of an asset')
  await page.getByRole('link', { name: 'Events and logs' }).click()
  await page.getByRole('button', { name: 'video.asset.ready' }).click()
  await expect(page.getByRole('dialog')).toContainText('"video.asset.ready"')
  await expectAccessible(page, 'an event as JSON')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Input info' }).click()
  await expect(page.getByRole('row', { name: /Video/ })).toContainText('320 × 180, 25 fps')
  await page.goBack()
  await expect(page.getByRole('table', { name: 'Events' })).toBeVisible()

  await page.getByRole('link', { name: 'Monitor', exact: true }).click()
  await page.getByRole('button', { name: 'Delete asset' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete Three colours?' })
  await expectAccessible(page, 'the question before deleting')
  await dialog.getByRole('button', { name: 'Delete asset' }).click()
  await expect(page).toHaveURL(new RegExp(`${list}$`))
  await expect(page.getByText('No assets yet')).toBeVisible()
  await page.goto(`${list}/${id}/monitor`)
  await expect(page.getByText('Asset Not Found')).toBeVisible()
})

if (isLongRun())
  test('a player whose script does not load says so in its place, and trying again brings it', async ({
    page,
  }) => {
    const { world, list } = await start(page)
    const file = await readFile(await colours(1))
    const id = await upload(page, world, { playback_policies: ['public'] }, file)
    const failure = page.getByText('The player couldn’t be loaded')
    const tryAgain = page.getByRole('button', { name: 'Try again' })
    for (const parts of ['js', 'css']) {
      const address = `**/assets/create-player-*.${parts}`
      await page.route(address, (route) => route.abort())
      await page.goto(`${list}/${id}/monitor`)
      await expect(failure).toBeVisible({ timeout: 60_000 })
      await expectAccessible(page, 'a player that is missing')
      await tryAgain.click()
      await expect(failure).toBeVisible()
      await page.unroute(address)
      await tryAgain.click()
      await expect(video(page)).toBeVisible()
      await expect(page.locator('.php-root')).toHaveCSS('position', 'relative')
    }
  })

if (isLongRun())
  test('a signed asset plays in the dashboard, and nowhere without a token', async ({ page }) => {
    const { world, list } = await start(page)
    const file = await readFile(await colours(2))
    const settings = { playback_policies: ['signed'], meta: { title: 'For members' } }
    const id = await upload(page, world, settings, file)
    await page.goto(`${list}/${id}/monitor`)
    await expect(video(page)).toBeVisible({ timeout: 60_000 })
    await video(page).evaluate((element) => (element as HTMLVideoElement).play())
    await expect.poll(() => colourOf(page)).toBe('green')
    const asset = await ask(page, world, 'GET', `/video/v1/assets/${id}`)
    const [{ id: playbackId }] = asset.playback_ids
    expect((await page.request.get(`/${playbackId}.m3u8`)).status()).toBe(403)
    await page.getByRole('link', { name: 'Playback', exact: true }).click()
    await expect(page.getByText(/it plays only with a token/)).toBeVisible()
  })
