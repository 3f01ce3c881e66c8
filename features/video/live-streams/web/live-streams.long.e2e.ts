import { expect, type Page, test } from '@playwright/test'
import { startFfmpeg } from '@playhead/ingest/testing-encoder.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { expectAccessible } from '../../../../tests/journeys/expect-accessible.ts'
import { environmentPath, makeWorld, signIn, type World } from '../../../../tests/journeys/world.ts'

test.describe.configure({ timeout: 420_000 })

/** Longer than the journey takes, with a keyframe each second, and sound. */
const clip = () =>
  makeClip(
    '-f lavfi -i testsrc2=s=320x180:r=15:d=240 -f lavfi -i sine=frequency=440:sample_rate=48000:duration=240 -c:v libx264 -preset ultrafast -g 15 -sc_threshold 0 -pix_fmt yuv420p -c:a aac -b:a 64k -ac 2',
  )

const ask = async (page: Page, { organization, environment }: World, path: string) => {
  const answer = await page.request.get(path, {
    headers: {
      'x-requested-with': 'playhead',
      'x-organization-id': organization.id,
      'x-environment-id': environment.id,
    },
  })
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true)
  return (await answer.json()).data
}

const video = (page: Page) => page.locator('.php-player video')

const expectPlaying = async (page: Page) => {
  const at = () => video(page).evaluate((media: HTMLVideoElement) => media.currentTime)
  await expect.poll(at, { timeout: 60_000 }).toBeGreaterThan(0)
  const before = await at()
  await expect.poll(at, { timeout: 30_000 }).toBeGreaterThan(before + 1)
}

const edge = (page: Page) => page.locator('[data-part="live"]')

const press = async (page: Page, name: string, confirm = name) => {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: confirm }).click()
}

test('LIVE-001 LIVE-002 LIVE-003 LIVE-006 LIVE-007 LIVE-008 LIVE-009 LIVE-020 a live stream from its creation over a broadcast to its end, without a reload', async ({
  page,
  context,
}) => {
  const world = await makeWorld()
  await signIn(page, world.admin)
  // Cards that ask wrongly show nothing, and look as if nothing were known.
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 400) refused.push(answer.url())
  })
  await page.goto(environmentPath(world, 'video/live-streams'))
  await expect(page).toHaveTitle(/^Video \| Live Streams/)
  await expect(page.getByText('No live streams yet')).toBeVisible()
  await expectAccessible(page, 'an environment without live streams')

  await page.getByRole('button', { name: 'Create New Live Stream' }).first().click()
  const body = {
    playback_policy: ['public'],
    new_asset_settings: { playback_policy: ['public'] },
    latency_mode: 'low',
    meta: { title: 'Cup final' },
  }
  await page.getByRole('textbox', { name: 'Request body' }).fill(JSON.stringify(body))
  await page.getByRole('button', { name: 'Create Live Stream' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cup final' })).toBeVisible()
  await expect(page.getByText('No encoder is connected', { exact: true })).toBeVisible()
  await expectAccessible(page, 'a live stream that waits for its encoder')
  const id = /live-streams\/([^/]+)/.exec(page.url())?.[1] ?? ''
  const stream = await ask(page, world, `/video/v1/live-streams/${id}`)
  const [address] = await ask(page, world, '/ui/v1/live-ingest')
  await expect(page.getByText(address.url)).toBeVisible()
  await page.getByRole('button', { name: 'Show stream key' }).click()
  await expect(page.getByText(stream.stream_key)).toBeVisible()

  const watch = await context.newPage()
  // Beacons go by http to this name alone.
  const watched = `http://localhost:${new URL(page.url()).port}/watch/${stream.playback_ids[0].id}`
  await watch.goto(watched)
  await expect(watch.getByText('This live stream has not started.')).toBeVisible()

  const target = `${address.url}/${stream.stream_key}`
  const file = await clip()
  const encoder = startFfmpeg(file, target, { isLive: true })
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible({ timeout: 60_000 })
  await expectPlaying(page)
  await expect(edge(page)).toContainText(/LIVE[\d.]+ s behind/)
  await expect(page.getByRole('slider', { name: 'Input health over time' })).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByText('H.264', { exact: false }).first()).toBeVisible()
  await expectAccessible(page, 'a live stream on air')

  // The page asks by itself.
  await expect(video(watch)).toBeVisible({ timeout: 30_000 })
  await video(watch).evaluate((media: HTMLVideoElement) => {
    media.muted = true
    return media.play()
  })
  await expectPlaying(watch)
  await expect(edge(watch)).toContainText('behind')

  // One viewer, with what its view is of: the dashboard plays too, and is none.
  const { active_asset_id: recording } = await ask(page, world, `/video/v1/live-streams/${id}`)
  const filters = [`live_stream_id:${id}`, `asset_id:${recording}`, 'stream_type:live']
  const query = filters.map((filter) => `filters[]=${filter}`).join('&')
  const metric = '/data/v1/monitoring/metrics/current-concurrent-viewers/timeseries'
  const readViewers = async () =>
    (await ask(page, world, `${metric}?${query}`)).at(-1)?.concurrent_viewers
  await expect.poll(readViewers, { timeout: 60_000 }).toBe(1)

  const growing = await context.newPage()
  await growing.goto(environmentPath(world, `video/assets/${recording}/monitor`))
  await expect(growing.getByText('Live', { exact: true })).toBeVisible()
  await expect(edge(growing)).toContainText('Go to live')
  await growing.close()

  const second = startFfmpeg(file, target)
  await second.ended
  await expect(
    page.getByText(/“Another encoder is already sending to this live stream.” RTMP from/),
  ).toBeVisible({ timeout: 30_000 })

  await press(page, 'Complete')
  await expect(page.getByText('Idle', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('heading', { name: 'Last recording' })).toBeVisible()
  await expect(watch.getByText('This live stream has not started.')).toBeVisible({
    timeout: 60_000,
  })

  await press(page, 'Disable')
  await expect(page.getByText('Disabled', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Enable' }).click()
  await expect(page.getByText('Idle', { exact: true }).first()).toBeVisible()
  encoder.stop()

  await page.getByRole('link', { name: 'Events and logs' }).first().click()
  await expect(page.getByText('video.live_stream.active').first()).toBeVisible()
  for (const tab of ['Playback and embed', 'Simulcast', 'Settings']) {
    await page
      .getByRole('navigation', { name: 'Parts of the live stream' })
      .getByRole('link', { name: tab })
      .click()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expectAccessible(page, `${tab} of a live stream`)
  }
  await page.getByRole('button', { name: /^Actions for / }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete live stream' }).click()
  await expect(page.getByText('No live streams yet')).toBeVisible()
  expect(refused).toEqual([])
})
