import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '@playhead/channel/testing-server.ts'
import { ok, pushOf } from '@playhead/channel/protocol/frame.ts'
import { setApiOrigin } from '@playhead/web-kit/calls/call.ts'
import { startRealtime } from '@playhead/web-kit/realtime/socket.ts'
import { sessionStore, storeSession } from '@playhead/web-kit/session/session-store.ts'
import { aSession, ids } from '@playhead/web-kit/testing-session.ts'
import { LiveFeed } from './live-feed.ts'

const topic = `monitoring:${ids.environment}`
const filters = ['country:US']

const titlesAt = (step: number, ...titles: string[]) => ({
  timeframe: [step, step + 5],
  step,
  is_early: false,
  data: titles.map((video_title) => ({ video_title, concurrent_viewers: 1, change: null })),
})

const countriesAt = (step: number, viewers: number) => ({
  timeframe: [step, step + 5],
  step,
  is_early: false,
  data: [{ value: 'US', display_value: 'United States', concurrent_viewers: viewers }],
  total_row_count: 1,
})

let server: Awaited<ReturnType<typeof startTestServer>>
let stopPage = () => {}
let sent: [string, unknown][] = []
/** What the server replies to the next subscription. */
let last: object = titlesAt(100, 'One')

beforeEach(async () => {
  sent = []
  last = titlesAt(100, 'One')
  server = await startTestServer({
    receive: (event, payload) => {
      sent.push([event, payload])
      return ok(event === 'subscribe' ? last : {})
    },
  })
  setApiOrigin(`http://127.0.0.1:${server.port}`)
  storeSession(aSession({ token: 'ann' }))
  stopPage = startRealtime()
})
afterEach(async () => {
  stopPage()
  sessionStore.dispatch({ type: 'loggedOut' })
  await server.stop()
  setApiOrigin('')
})

const type = 'top_concurrent_video_title'
const other = 'concurrent_viewers_by_country'
const subscribed = ['subscribe', { type, limit: 5, filters }]

const push = (event: string, payload: object) =>
  server.joined
    .get(topic)!
    .at(-1)!
    .pushState(event, pushOf(topic, event, payload))

const watchTitles = async () => {
  const feed = new LiveFeed(ids.environment, filters)
  const leave = feed.want({ type, limit: 5 })
  feed.start()
  const titles = () => {
    const { payload } = feed.entry(type).get()
    const data = (payload?.data ?? []) as readonly object[]
    return data.map((row) => ('videoTitle' in row ? row.videoTitle : undefined))
  }
  await expect.poll(titles).toEqual(['One'])
  return { feed, leave, titles }
}

test('RTCH-038 the page subscribes once it has joined, with its filters, and shows what follows', async () => {
  const { feed, titles } = await watchTitles()
  expect(sent).toEqual([subscribed])
  push(`new_realtime_${type}`, titlesAt(105, 'Two', 'One'))
  await expect.poll(titles).toEqual(['Two', 'One'])
  feed.stop()
})

test('RTCH-039 the page subscribes again when the server says that the data has stopped', async () => {
  const { feed, titles } = await watchTitles()
  last = titlesAt(105, 'Two')
  push('realtime_subscription_disconnected', { type, reason: 'unavailable' })
  await expect.poll(titles).toEqual(['Two'])
  expect(sent).toEqual([subscribed, subscribed])
  feed.stop()
})

test('RTCH-040 the page unsubscribes with the last card of a type, shows nothing of it, and leaves the topic', async () => {
  const { feed, leave, titles } = await watchTitles()
  const leaveOther = feed.want({ type, limit: 5 })
  leave()
  last = countriesAt(100, 1)
  feed.want({ type: other })
  const viewers = () => {
    const [row] = (feed.entry(other).get().payload?.data ?? []) as { concurrentViewers?: number }[]
    return row?.concurrentViewers
  }
  await expect.poll(viewers).toBe(1)
  expect(titles()).toEqual(['One'])
  leaveOther()
  await expect.poll(() => sent.at(-1)).toEqual(['unsubscribe', { type }])
  expect(sent).toHaveLength(3)
  push(`new_realtime_${type}`, titlesAt(105, 'Two'))
  push(`new_realtime_${other}`, countriesAt(105, 2))
  await expect.poll(viewers).toBe(2)
  expect(titles()).toEqual([])
  feed.stop()
  await expect.poll(() => server.left).toEqual([topic])
})
