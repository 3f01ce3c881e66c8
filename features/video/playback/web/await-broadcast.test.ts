import { afterEach, expect, test, vi } from 'vitest'
import { type GivenResponse, startApi } from '@playhead/web-kit/testing-server.ts'
import { awaitBroadcast, notStartedText, retryEveryMs } from './await-broadcast.ts'

const multivariant = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nid/source.m3u8\n'
const segment = '#EXTM3U\n#EXTINF:2,\nid/source/0.m4s\n'

const stops: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const stop of stops.splice(0)) await stop()
})

const start = async (answers: { main: GivenResponse; media: GivenResponse }) => {
  const server = await startApi({
    'GET /id.m3u8': () => answers.main,
    'GET /id/source.m3u8': () => answers.media,
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const onRunning = vi.fn()
  const stop = awaitBroadcast(`${server.origin}/id.m3u8`, onRunning)
  stops.push(stop, server.stop)
  const asked = () => server.requests.filter(({ path }) => path === '/id.m3u8').length
  /** One more retry; its timer begins only when the answer to the last one is there. */
  const retry = async () => {
    const before = asked()
    await vi.waitFor(
      () => {
        vi.advanceTimersByTime(retryEveryMs / 10)
        expect(asked()).toBe(before + 1)
      },
      { timeout: 20_000, interval: 20 },
    )
  }
  return { onRunning, asked, retry, stop }
}

test('the words are to the letter, and the retry is every five seconds', async () => {
  expect(notStartedText).toBe('This live stream has not started.')
  expect(retryEveryMs).toBe(5_000)
  const { asked } = await start({ main: { status: 404, body: {} }, media: { status: 404 } })
  await vi.advanceTimersByTimeAsync(4_900)
  expect(asked()).toBe(0)
})

test('nothing there and a broadcast that has ended are waited out; a running one is told once', async () => {
  const answers: { main: GivenResponse; media: GivenResponse } = {
    main: { status: 404, body: {} },
    media: { text: `${segment}#EXT-X-ENDLIST\n` },
  }
  const { onRunning, retry, asked } = await start(answers)
  await retry()
  answers.main = { text: multivariant }
  await retry()
  await retry()
  expect(onRunning).not.toHaveBeenCalled()
  answers.media = { text: segment }
  await vi.waitFor(
    () => {
      vi.advanceTimersByTime(retryEveryMs / 10)
      expect(onRunning).toHaveBeenCalledTimes(1)
    },
    { timeout: 20_000, interval: 20 },
  )
  const count = asked()
  await vi.advanceTimersByTimeAsync(3 * retryEveryMs)
  expect(asked()).toBe(count)
})

test('a player that is gone asks no more', async () => {
  const { asked, stop } = await start({ main: { status: 404, body: {} }, media: {} })
  stop()
  await vi.advanceTimersByTimeAsync(3 * retryEveryMs)
  expect(asked()).toBe(0)
})
