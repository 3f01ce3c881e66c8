import type { Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeNoise } from '@playhead/media/testing-corpus/damage.ts'
import { segmentSeconds, startRecordedStream } from './recorded-stream.ts'
import type { Media } from './watch-site.ts'

/** Our player in a real browser, at a broadcast that was recorded before: its playlists grow by the clock. */
const segmentsAtFirst = 4
const damagedSegment = 6

let stream: Awaited<ReturnType<typeof startRecordedStream>>
let page: Page
/** Whose segment has noise in it. */
let damaged: 'picture' | 'sound' = 'picture'
let startedAt: number | undefined
let viewerAt = 0

const withNoise = (bytes: Buffer) => {
  const copy = Buffer.from(bytes)
  for (let start = 0; start < copy.length; start += bytes.readUInt32BE(start)) {
    const end = start + bytes.readUInt32BE(start)
    if (bytes.toString('latin1', start + 4, start + 8) === 'mdat')
      makeNoise(end - start - 8).copy(copy, start + 8)
  }
  return copy
}

const untilNow = (playlist: string) => {
  startedAt ??= Date.now()
  const byTheClock = Math.floor((Date.now() - startedAt) / (segmentSeconds * 1000))
  // On a busy machine the broadcast waits: a viewer who has lost its edge jumps over the noise without a word.
  const count = segmentsAtFirst + Math.min(byTheClock, Math.ceil(viewerAt / segmentSeconds))
  const lines = playlist.split('\n').filter((line) => !/PLAYLIST-TYPE|ENDLIST/.test(line))
  const first = lines.findIndex((line) => line.startsWith('#EXTINF'))
  return `${lines.slice(0, first + 2 * count).join('\n')}\n`
}

const serve = (name: string, bytes: Buffer) => {
  if (/^(sound|picture)\.m3u8$/.test(name)) return untilNow(bytes.toString())
  return name === `${damaged}-${damagedSegment}.m4s` ? withNoise(bytes) : bytes
}

beforeAll(async () => {
  stream = await startRecordedStream({ seconds: 160, isLive: true, serve })
}, 300_000)

afterEach(() => page.close())
afterAll(() => stream.stop())

test.each(['picture', 'sound'] as const)(
  'a broadcast with noise in its %s goes on behind it, and says what was skipped',
  { timeout: 240_000 },
  async (which) => {
    damaged = which
    startedAt = undefined
    viewerAt = 0
    page = await stream.play()
    const video = page.locator('video')
    const time = async () => {
      viewerAt = await video.evaluate((media: Media) => media.currentTime)
      return viewerAt
    }
    const behind = (damagedSegment + 2) * segmentSeconds
    await expect.poll(time, { timeout: 180_000, interval: 500 }).toBeGreaterThan(behind)
    expect(await page.getByRole('alert').isVisible()).toBe(false)
    expect(await page.evaluate('said')).toEqual([
      // Behind a jump over what is not there yet, less of it is left out.
      expect.stringMatching(
        /^[1-4] seconds? of this video (are|is) damaged and (were|was) skipped\.$/,
      ),
    ])
    // Each time the stream is attached again, the viewer waits.
    expect(await page.evaluate('attached')).toBeLessThanOrEqual(3)
  },
)
