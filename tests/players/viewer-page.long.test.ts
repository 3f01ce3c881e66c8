import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Mux from '@mux/mux-node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isLongRun, someOf } from '@playhead/testing/how-many.ts'
import { makeNoisy } from '@playhead/media/testing-corpus/damage.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { insertTextTrack } from '@playhead/testing/media/playable-asset.ts'
import { findBarriers } from '../journeys/find-barriers.ts'
import { type Media, startWatchSite } from './watch-site.ts'

/** The viewer pages in a real browser, with real videos. */
const ids = { film: '', sound: '', signed: '' }
const library = path.join(
  import.meta.dirname,
  '../../node_modules/@mux/mux-player/dist/mux-player.js',
)
const watchSite = await startWatchSite((site) => {
  site.get('/elsewhere', (c) => {
    const frame = `<iframe src="${siteUrl}/embed/${ids.film}?muted&autoplay" allow="autoplay"></iframe>`
    return c.html(frame, 200, { 'content-security-policy': 'frame-src *' })
  })
  site.get('/mux-player.js', async (c) =>
    c.body(await readFile(library, 'utf8'), 200, { 'content-type': 'text/javascript' }),
  )
  site.get('/their-player', (c) => {
    const { token: given } = c.req.query()
    const query = given ? `?token=${given}` : ''
    const stream = `/${given ? ids.signed : ids.film}.m3u8${query}`
    const player = `<mux-player src="${stream}" storyboard-src="/${ids.film}/storyboard.vtt" muted autoplay disable-tracking></mux-player>`
    return c.html(`<script src="/mux-player.js"></script>${player}`, 200, {
      'content-security-policy': "default-src 'self' 'unsafe-inline' blob: data:",
    })
  })
})
const { app, call, token, environment, reports, folder, url: siteUrl } = watchSite
const { ingest, visit, until, stateOf, openPage } = watchSite

beforeAll(async () => {
  await watchSite.buildPlayer()
  const clip = await makeClip(
    '-f lavfi -i testsrc2=s=1280x720:r=25:d=12 -f lavfi -i sine=f=440:d=12 -c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p -b:v 1M -c:a aac',
  )
  const film = await ingest(clip, 'Northern lights')
  await insertTextTrack(
    app,
    { id: film.id, environmentId: environment.id },
    {
      language: 'en',
      name: 'English',
      vtt: 'WEBVTT\n\n00:00.000 --> 00:11.000\nHello there\n',
    },
  )
  ids.film = film.playbackId
  ids.signed = (await ingest(clip, 'Members only', { playback_policies: ['signed'] })).playbackId
  ids.sound = (
    await ingest(await makeClip('-f lavfi -i sine=f=330:d=8 -c:a aac', 'm4a'), 'A tone')
  ).playbackId
})

afterAll(() => watchSite.stop())
afterEach(() => watchSite.closePages())

describe('the page of a video', () => {
  test('plays by keyboard, calls only this server, and reports to it', async () => {
    const { page, hosts, complaints } = await visit(`/watch/${ids.film}?muted`)
    const player = page.locator('media-controller')
    await until(page, ({ ranges }) => ranges > 0)
    // The player was not clicked, so it has no focus.
    await page.keyboard.press('k')
    const playing = await until(page, ({ time }) => time > 1)
    expect(playing).toMatchObject({ isPaused: false, ranges: 1, height: 720 })
    await player.press('k')
    await until(page, ({ isPaused }) => isPaused)
    await player.press('ArrowRight')
    await until(page, ({ time }) => time > 10)
    expect([...hosts]).toEqual([siteUrl])
    expect(complaints).toEqual([])
    await page.goto('about:blank')
    for (let left = 40; left > 0 && reports.length === 0; left -= 1) await pause(100)
    expect(reports.join('')).toContain('Northern lights')
  })

  test.runIf(isLongRun())('changes the quality that was chosen in its menu', async () => {
    const { page } = await visit(`/watch/${ids.film}?muted&autoplay`)
    await until(page, ({ time }) => time > 0.3)
    await page.getByRole('button', { name: /settings/i }).click()
    await page.locator('[data-part="quality-item"]').click()
    await page.locator('[data-part="quality"]').getByText('270p').click()
    expect(await until(page, ({ height }) => height === 270)).toMatchObject({ ranges: 1 })
  })

  test('shows captions when they are switched on', async () => {
    const { page } = await visit(`/watch/${ids.film}?muted&autoplay`)
    await until(page, ({ time }) => time > 0.3)
    const player = page.locator('media-controller')
    const before = await stateOf(page)
    await player.press('c')
    const after = await until(page, ({ texts }) => texts.length !== before.texts.length)
    expect([before.texts, after.texts].toSorted()).toEqual([[], ['English']])
  })

  test('has no faults that hinder people', async () => {
    const { page } = await visit(`/watch/${ids.film}?muted`)
    await page.locator('media-controller').waitFor()
    expect(await findBarriers(page)).toEqual([])
  })

  test.runIf(isLongRun())('with sound only plays in a bar', async () => {
    const { page } = await visit(`/watch/${ids.sound}?muted`)
    await page.locator('media-controller').press('k')
    await until(page, ({ time }) => time > 0.5)
    expect((await page.locator('media-controller').boundingBox())?.height).toBeLessThan(80)
  })
})

test('a signed video says that it is private without a token', async () => {
  const { page } = await visit(`/watch/${ids.signed}`)
  await page.getByRole('heading', { name: 'This video is private' }).waitFor()
  expect(await page.locator('video').count()).toBe(0)
})

test('a stream that cannot be had any more is said in plain words, and asked for again', async () => {
  const page = await openPage()
  await page.route(/\.m3u8/, (route) =>
    route.fulfill({ status: 404, json: { error: { message: 'There is no such video.' } } }),
  )
  await page.goto(`${siteUrl}/watch/${ids.film}?muted`)
  await page.getByRole('alert').getByText('There is no such video.').waitFor()
  await page.unroute(/\.m3u8/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('media-controller').press('k')
  await until(page, ({ time }) => time > 0.3)
  expect(await page.getByRole('alert').isVisible()).toBe(false)
})

test('the player plays inside a page of another person', async () => {
  const page = await openPage()
  await page.goto(`${watchSite.otherUrl}/elsewhere`)
  const video = page.frameLocator('iframe').locator('video')
  const timeOf = () => video.evaluate((media: Media) => media.currentTime)
  for (let left = 80; left > 0 && (await timeOf()) < 0.5; left -= 1) await pause(150)
  expect(await timeOf()).toBeGreaterThan(0.4)
})

// Half a minute of encoding and playing: the page itself is played above.
describe.runIf(isLongRun())('odd files play to their end', () => {
  const h264 = '-c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p'
  const picture = (seconds: number) => `-f lavfi -i testsrc2=s=640x360:r=25:d=${seconds}`
  const sound = (seconds: number) => `-f lavfi -i sine=f=440:r=48000:d=${seconds}`

  const oddFiles = [
    {
      name: 'a cover and a sound',
      seconds: 30,
      recipe: `${picture(0.04)} ${sound(30)} ${h264} -c:a aac`,
    },
    {
      name: 'noise in the middle of H.264',
      seconds: 12,
      isDamaged: true,
      recipe: `${picture(12)} ${sound(12)} ${h264} -b:v 800k -c:a aac`,
    },
    {
      name: 'a sound longer than its picture',
      seconds: 12,
      recipe: `${picture(5)} ${sound(12)} ${h264} -c:a aac`,
    },
  ]

  test.for(someOf('odd-files', oddFiles, 1))(
    '$name',
    { timeout: 120_000 },
    async ({ name, seconds, recipe, isDamaged }) => {
      const clip = await makeClip(recipe)
      const given = path.join(folder, `${name.replaceAll(' ', '-')}.mp4`)
      await writeFile(
        given,
        isDamaged ? makeNoisy(20_000)(await readFile(clip)) : await readFile(clip),
      )
      const { playbackId } = await ingest(given, name)
      const { page } = await visit(`/watch/${playbackId}?muted`)
      await until(page, ({ ranges }) => ranges > 0)
      await page.locator('video').evaluate((media: Media) => {
        media.playbackRate = 4
      })
      await page.locator('media-controller').press('k')
      await expect
        .poll(() => page.locator('video').evaluate((media: Media) => media.ended), {
          timeout: 60_000,
        })
        .toBe(true)
      const { time, height } = await stateOf(page)
      expect(Math.abs(time - seconds)).toBeLessThan(0.2)
      expect(height).toBeGreaterThan(100)
    },
  )
})

describe('the player of the public SDK', () => {
  test('plays a public video of ours, unchanged, with its pictures', async () => {
    const asked: string[] = []
    const { page } = await visit('/watch/none')
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${siteUrl}/their-player`)
    expect(await until(page, ({ time }) => time > 1)).toMatchObject({ isPaused: false, ranges: 1 })
    await page.locator('video').evaluate((media: Media) => {
      media.currentTime = 9
    })
    await until(page, ({ time }) => time > 9.5)
    expect(asked).toContain(`/${ids.film}/storyboard.vtt`)
  })

  test.runIf(isLongRun())('plays a signed one with the token of a key', async () => {
    const key = (await call('/system/v1/signing-keys', { method: 'POST', token })).body.data
    const mux = new Mux({ tokenId: 'none', tokenSecret: 'none' })
    const signed = await mux.jwt.signPlaybackId(ids.signed, {
      keyId: key.id,
      keySecret: key.private_key,
    })
    const { page } = await visit(`/their-player?token=${signed}`)
    expect(await until(page, ({ time }) => time > 1)).toMatchObject({ isPaused: false })
  })
})
