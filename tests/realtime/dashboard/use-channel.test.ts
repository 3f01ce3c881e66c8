// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { pushOf } from '@playhead/channel/protocol/frame.ts'
import { startTestServer } from '@playhead/channel/testing-server.ts'
import { topicContract } from '@playhead/contract-kit/topic-contract.ts'
import { setApiOrigin } from '@playhead/web-kit/calls/call.ts'
import { startRealtime } from '@playhead/web-kit/realtime/socket.ts'
import { useChannel } from '@playhead/web-kit/realtime/use-channel.ts'
import { sessionStore, storeSession } from '@playhead/web-kit/session/session-store.ts'
import { aSession } from '@playhead/web-kit/testing-session.ts'

const roomTopic = topicContract('open:{room_id}', {
  params: z.object({ since_place: z.number() }),
  reply: z.object({ params: z.object({ since_place: z.number() }) }),
  messages: { news: z.object({ news_id: z.number() }) },
  pushes: {
    echo: {
      sends: z.object({ some_text: z.string() }),
      returns: z.object({ payload: z.object({ some_text: z.string() }) }),
    },
  },
})

let server: Awaited<ReturnType<typeof startTestServer>>
let stop = () => {}
const news: string[] = []
const joins: string[] = []

beforeEach(async () => {
  server = await startTestServer()
  setApiOrigin(`http://127.0.0.1:${server.port}`)
  news.length = 0
  joins.length = 0
})
afterEach(async () => {
  cleanup()
  stop()
  sessionStore.dispatch({ type: 'loggedOut' })
  await server.stop()
  setApiOrigin('')
})

const connect = () => {
  storeSession(aSession({ token: 'ann' }))
  stop = startRealtime()
}

interface Props {
  roomId: string | undefined
  label: string
}

const openHook = (initialProps: Props) =>
  renderHook(
    ({ roomId, label }: Props) =>
      useChannel(roomTopic, roomId === undefined ? undefined : { roomId }, {
        params: () => ({ sincePlace: label.length }),
        onJoin: ({ params }) => joins.push(`${label} ${params.sincePlace}`),
        onMessages: (messages) =>
          news.push(`${label} ${messages.map(({ payload }) => payload.newsId).join()}`),
      }),
    { initialProps },
  )

const send = (roomId: string, newsId: number) => {
  const topic = `open:${roomId}`
  const frame = pushOf(topic, 'news', { news_id: newsId })
  server.joined.get(topic)!.at(-1)!.pushState('news', frame)
}

test('a component joins while it is on the page, and its latest handlers are called', async () => {
  connect()
  const { result, rerender, unmount } = openHook({ roomId: '1', label: 'one' })
  expect(result.current.state).toBe('joining')
  await expect.poll(() => result.current.state).toBe('joined')
  expect(joins).toEqual(['one 3'])
  rerender({ roomId: '1', label: 'second' })
  send('1', 5)
  send('1', 6)
  await expect.poll(() => news).toEqual(['second 5,6'])
  expect(await result.current.push('echo', { someText: 'x' })).toEqual({
    status: 'ok',
    response: { payload: { someText: 'x' } },
  })
  unmount()
  await expect.poll(() => server.left).toEqual(['open:1'])
})

test('other ids join another topic and leave the first; without ids nothing is joined', async () => {
  connect()
  const { result, rerender } = openHook({ roomId: '1', label: 'one' })
  await expect.poll(() => result.current.state).toBe('joined')
  rerender({ roomId: '2', label: 'two' })
  await expect.poll(() => server.left).toEqual(['open:1'])
  await expect.poll(() => result.current.state).toBe('joined')
  rerender({ roomId: undefined, label: 'none' })
  await expect.poll(() => server.left).toEqual(['open:1', 'open:2'])
  expect(result.current.state).toBe('joining')
})

test('without a socket it is away, and a push says so', async () => {
  const { result } = openHook({ roomId: '1', label: 'one' })
  expect(result.current.state).toBe('away')
  expect(await result.current.push('echo', { someText: 'x' })).toEqual({
    status: 'error',
    reason: 'unavailable',
  })
  act(connect)
  await expect.poll(() => result.current.state).toBe('joined')
  act(() => sessionStore.dispatch({ type: 'loggedOut' }))
  expect(result.current.state).toBe('away')
})
