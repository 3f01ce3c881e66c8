import type { Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeNoise } from '@playhead/media/testing-corpus/damage.ts'
import { renditionKeyOf } from '@playhead/media-store/media-keys.ts'
import { someOf } from '@playhead/testing/how-many.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { type Media, startWatchSite } from './watch-site.ts'

/** Segments that were damaged after they were stored, in a real browser. */
const watchSite = await startWatchSite()
const { app, environment, ingest, visit, stateOf } = watchSite
const seconds = 30

afterAll(() => watchSite.stop())
afterEach(() => watchSite.closePages())

interface Box {
  type: string
  start: number
  end: number
}

const boxesOf = (bytes: Buffer): Box[] => {
  const boxes: Box[] = []
  for (let start = 0; start < bytes.length; start = boxes.at(-1)!.end)
    boxes.push({
      type: bytes.toString('latin1', start + 4, start + 8),
      start,
      end: start + bytes.readUInt32BE(start),
    })
  return boxes
}

const readStored = async (key: string) => {
  const chunks: Uint8Array[] = []
  for await (const chunk of (await app.storage.read(key)).bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

let asset = { id: '', playbackId: '' }
/** The stored renditions as they were made. */
const whole = new Map<string, Buffer>()

/** A video whose renditions are all stored, with a keyframe every two seconds. */
beforeAll(async () => {
  await watchSite.buildPlayer()
  const clip = await makeClip(
    `-f lavfi -i testsrc2=s=480x270:r=25:d=${seconds} -f lavfi -i sine=f=440:r=48000:d=${seconds} -c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p -b:v 800k -c:a aac`,
    'mkv',
  )
  asset = await ingest(clip, 'Harbour at night', { video_quality: 'plus' })
  await watchSite.runJobs()
  for (const name of ['source', '270p', 'audio-0'])
    whole.set(name, await readStored(renditionKeyOf(environment.id, asset.id, name)))
})

/** Noise in the media of these segments of stored renditions, of which each has as many. */
const damage = async (
  names: readonly string[],
  isDamaged: (index: number, count: number) => boolean,
) => {
  for (const [name, stored] of whole) {
    const bytes = Buffer.from(stored)
    const media = boxesOf(bytes).filter(({ type }) => type === 'mdat')
    for (const [index, { start, end }] of media.entries())
      if (names.includes(name) && isDamaged(index, media.length))
        makeNoise(end - start - 8).copy(bytes, start + 8)
    await app.storage.write(renditionKeyOf(environment.id, asset.id, name), bytes)
  }
}

const pictures = ['source', '270p']

/** Begins to play, three times as fast as usual, and keeps all that the player says. */
const play = async () => {
  const { page } = await visit(`/watch/${asset.playbackId}?muted`)
  // A text, since names of the browser are unknown here.
  await page.evaluate(`
    globalThis.said = []
    const notice = document.querySelector('[data-part="skipped"]')
    new MutationObserver(() => {
      if (notice.textContent) said.push(notice.textContent)
    }).observe(notice, { childList: true })`)
  const video = page.locator('video')
  await video.evaluate((media: Media) => {
    media.playbackRate = 3
  })
  await page.locator('media-controller').press('k')
  return page
}

const said = (page: Page) => page.evaluate(() => (globalThis as unknown as { said: string[] }).said)

const hasEnded = (page: Page) => page.locator('video').evaluate((media: Media) => media.ended)

const expectEnd = async (page: Page) => {
  const look = async () => ((await hasEnded(page)) ? 'ended' : stateOf(page))
  await expect.poll(look, { timeout: 60_000 }).toBe('ended')
  expect(await page.getByRole('alert').isVisible()).toBe(false)
}

const skippedText = /^\d+ seconds? of this video (is|are) damaged and (was|were) skipped\.$/

const places = [
  ['the middle', pictures, (index: number) => index === 2, seconds],
  ['the beginning', pictures, (index: number) => index === 0, seconds],
  ['the sound', ['audio-0'], (index: number) => index === 2, seconds],
  ['the sound and the picture', ['audio-0', ...pictures], (index: number) => index === 2, seconds],
  // There the video is over where the damage begins.
  ['the end', pictures, (index: number, count: number) => index === count - 1, 28],
  ['three segments in a row', pictures, (index: number) => index > 0 && index < 4, seconds],
] as const

describe('a video with noise in stored segments', () => {
  test.for(someOf('damaged-places', places, 2))(
    'in %s plays to its end and says what was skipped',
    { timeout: 120_000 },
    async ([, names, isIn, end]) => {
      await damage(names, isIn)
      const page = await play()
      await expectEnd(page)
      expect(Math.abs((await stateOf(page)).time - end)).toBeLessThan(0.2)
      expect(await said(page)).toEqual([expect.stringMatching(skippedText)])
    },
  )

  test(
    'of one rendition alone plays to its end from another, without a gap',
    { timeout: 120_000 },
    async () => {
      await damage(['270p'], (index) => index === 2)
      const page = await play()
      await expectEnd(page)
      expect(await said(page)).toEqual([])
    },
  )

  test(
    'in the last sound plays to its end and says what was skipped',
    { timeout: 120_000 },
    async () => {
      await damage(['audio-0'], (index, count) => index === count - 1)
      const page = await play()
      await expectEnd(page)
      expect((await stateOf(page)).time).toBeGreaterThan(27)
      expect((await said(page)).at(-1)).toMatch(skippedText)
    },
  )

  test('in each segment ends with words, and soon', { timeout: 120_000 }, async () => {
    await damage(pictures, () => true)
    const page = await play()
    // Each refusal takes the player some seconds on a busy machine.
    await page
      .getByRole('alert')
      .getByText('Too much of this video is damaged')
      .waitFor({ timeout: 60_000 })
    // The browser has damaged segments in its cache, which it may keep for a year.
    await damage([], () => false)
    const skipped = (await said(page)).length
    await page.getByRole('button', { name: 'Try again' }).click()
    // It was stopped with its media.
    const begin = async () => {
      const { time, isPaused } = await stateOf(page)
      if (isPaused) await page.locator('media-controller').press('k')
      return time > 0.3
    }
    await expect.poll(begin, { interval: 500 }).toBe(true)
    await expectEnd(page)
    expect((await said(page)).slice(skipped)).toEqual([])
  })

  test('from the middle on ends there, and says so', { timeout: 120_000 }, async () => {
    await damage(pictures, (index) => index > 2)
    const page = await play()
    await expectEnd(page)
    // A browser may show some of the noise before it refuses it, or refuse the last whole segment with it.
    expect((await stateOf(page)).time).toBeGreaterThan(7.8)
    expect((await said(page)).at(-1)).toMatch(
      /^\d+ seconds of this video are damaged and were skipped\.$/,
    )
  })
})
