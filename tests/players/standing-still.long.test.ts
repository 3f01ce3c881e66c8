import type { Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { segmentSeconds, startRecordedStream } from './recorded-stream.ts'
import type { Media } from './watch-site.ts'

/** Our player in a real browser, with segments that the browser takes without an error, but of which nothing can be played. */
const segment = 3
const before = segment * segmentSeconds

let stream: Awaited<ReturnType<typeof startRecordedStream>>
let page: Page
/** Changes what is sent of a segment. */
let change: (name: string, bytes: Buffer) => Buffer | Promise<Buffer> = (_, bytes) => bytes

beforeAll(async () => {
  stream = await startRecordedStream({ seconds: 60, serve: (name, bytes) => change(name, bytes) })
}, 300_000)
afterEach(() => page.close())
afterAll(() => stream.stop())

/** The time of a segment of one track, which begins at 0 in the file. */
const timeOffset = (bytes: Buffer) => bytes.indexOf('tfdt') + 4

/** A segment says that it lies twenty times as far from the beginning: after it in the playlist is a gap. */
const moved = (bytes: Buffer) => {
  const copy = Buffer.from(bytes)
  const at = timeOffset(copy)
  if (copy[at] === 1) copy.writeBigUInt64BE(copy.readBigUInt64BE(at + 4) * 20n, at + 4)
  else copy.writeUInt32BE(copy.readUInt32BE(at + 4) * 20, at + 4)
  return copy
}

const timeOf = () => page.locator('video').evaluate((media: Media) => media.currentTime)

test.each(['picture', 'sound'] as const)(
  'a video with a %s at a wrong time goes on behind it, and says what was skipped',
  { timeout: 240_000 },
  async (which) => {
    change = (name, bytes) => (name === `${which}-${segment}.m4s` ? moved(bytes) : bytes)
    page = await stream.play()
    await expect
      .poll(timeOf, { timeout: 180_000, interval: 500 })
      .toBeGreaterThan(before + 3 * segmentSeconds)
    expect(await page.getByRole('alert').isVisible()).toBe(false)
    expect(await page.evaluate('said')).toEqual([
      `${segmentSeconds} seconds of this video are damaged and were skipped.`,
    ])
  },
)

test('a video that waits for a slow server is left alone', { timeout: 240_000 }, async () => {
  let asked = 0
  let send = () => {}
  const isSent = new Promise<void>((resolve) => {
    send = resolve
  })
  change = async (name, bytes) => {
    if (name !== `picture-${segment}.m4s`) return bytes
    asked += 1
    await isSent
    return bytes
  }
  page = await stream.play()
  await expect.poll(timeOf, { timeout: 120_000 }).toBeGreaterThan(before - 0.5)
  await page.evaluate('globalThis.attached = 0')
  // Longer than a player that has all it needs would stand.
  const stood = await page.evaluate(`new Promise((resolve) => {
    const media = document.querySelector('video')
    let [since, position] = [performance.now(), media.currentTime]
    const timer = setInterval(() => {
      if (media.currentTime !== position) [since, position] = [performance.now(), media.currentTime]
      if (performance.now() - since < 15000) return
      clearInterval(timer)
      resolve(position)
    }, 100)
  })`)
  expect(stood).toBeLessThan(before + 0.5)
  expect(await page.evaluate('attached')).toBe(0)
  expect(asked).toBe(1)
  send()
  await expect.poll(timeOf, { timeout: 60_000 }).toBeGreaterThan(before + segmentSeconds)
  expect(await page.evaluate('said')).toEqual([])
})
