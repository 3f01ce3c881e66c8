// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { startTestServer } from '@playhead/channel/testing-server.ts'
import { pushOf } from '@playhead/channel/protocol/frame.ts'
import { topicContract } from '@playhead/contract-kit/topic-contract.ts'
import { setApiOrigin } from '@playhead/web-kit/calls/call.ts'
import { type FollowedTopic, followTopic } from '@playhead/web-kit/realtime/follow-topic.ts'
import { realtimeState } from '@playhead/web-kit/realtime/realtime-state.ts'
import { startRealtime } from '@playhead/web-kit/realtime/socket.ts'
import { setSessionSource } from '@playhead/web-kit/session/session-loader.ts'
import { sessionStore, storeSession } from '@playhead/web-kit/session/session-store.ts'
import { aSession } from '@playhead/web-kit/testing-session.ts'

const newsTopic = topicContract('open:{room_id}', {
  params: z.object({ since_place: z.number() }),
  reply: z.object({ caller: z.string(), params: z.object({ since_place: z.number() }) }),
  messages: { news: z.object({ news_id: z.number() }) },
  pushes: {
    echo: {
      sends: z.object({ some_text: z.string() }),
      returns: z.object({ payload: z.object({ some_text: z.string() }) }),
    },
    strange: { sends: z.object({}), returns: z.object({}) },
  },
})

type TestServer = Awaited<ReturnType<typeof startTestServer>>
let server: TestServer
const stops: (() => void)[] = []
let reloads = 0

const startServer = async (options: Parameters<typeof startTestServer>[0] = {}) => {
  server = await startTestServer({ limits: { pollMs: 2_000 }, ...options })
  setApiOrigin(`http://127.0.0.1:${server.port}`)
}

beforeEach(async () => {
  reloads = 0
  setSessionSource(async () => {
    reloads += 1
    return aSession({ token: `reload-${reloads}` })
  })
  await startServer()
})
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  sessionStore.dispatch({ type: 'loggedOut' })
  await server.stop()
  setApiOrigin('')
})

const startPage = () => void stops.push(startRealtime())

const sessions = () =>
  [...server.server.sessions].map(({ caller, transport }) => `${caller} ${transport}`)

const follow = (roomId = '1', place = () => 7) => {
  const replies: { caller: string; params: { sincePlace: number } }[] = []
  const news: number[][] = []
  const topic: FollowedTopic<typeof newsTopic> = followTopic(
    newsTopic,
    { roomId },
    {
      params: () => ({ sincePlace: place() }),
      onJoin: (reply) => replies.push(reply),
      onMessages: (messages) => news.push(messages.map(({ payload }) => payload.newsId)),
    },
  )
  stops.push(topic.stop)
  return { topic, replies, news }
}

const send = (payload: object, roomId = '1') => {
  const topic = `open:${roomId}`
  server.joined
    .get(topic)!
    .at(-1)!
    .pushState('news', pushOf(topic, 'news', payload))
}

describe('the connection', () => {
  test('RTCH-024 is made once the session has loaded, with its token, for people of an organization', async () => {
    startPage()
    const { replies } = follow()
    expect(realtimeState.get()).toBe('away')
    storeSession(aSession({ token: 'none', organization: null }))
    expect(realtimeState.get()).toBe('away')
    storeSession(aSession({ token: 'ann' }))
    expect(realtimeState.get()).toBe('connecting')
    await expect.poll(() => realtimeState.get()).toBe('connected')
    expect(sessions()).toEqual(['ann websocket'])
    await expect.poll(() => replies).toEqual([{ caller: 'ann', params: { sincePlace: 7 } }])
  })

  test('RTCH-019 is one for all topics', async () => {
    storeSession(aSession({ token: 'ann' }))
    startPage()
    const [one, two] = [follow('1'), follow('2')]
    const other = follow('1')
    await expect
      .poll(() => [one, two, other].map(({ replies }) => replies.length))
      .toEqual([1, 1, 1])
    expect(sessions()).toEqual(['ann websocket'])
    expect([...server.joined].map(([name, joins]) => `${name} ${joins.length}`)).toEqual([
      'open:1 1',
      'open:2 1',
    ])
  })

  test('RTCH-025 is made again with the new token, and topics are joined again with what they send then', async () => {
    storeSession(aSession({ token: 'ann' }))
    startPage()
    let place = 1
    const { replies } = follow('1', () => place)
    await expect.poll(() => replies.length).toBe(1)
    place = 2
    storeSession(aSession({ token: 'ben' }))
    await expect.poll(() => replies.length).toBe(2)
    expect(replies[1]).toEqual({ caller: 'ben', params: { sincePlace: 2 } })
    await expect.poll(sessions).toEqual(['ben websocket'])
  })

  test('RTCH-026 ends with the logout and stays closed', async () => {
    storeSession(aSession({ token: 'ann' }))
    startPage()
    const { topic, replies } = follow()
    await expect.poll(() => replies.length).toBe(1)
    sessionStore.dispatch({ type: 'loggedOut' })
    expect(realtimeState.get()).toBe('away')
    await expect.poll(sessions).toEqual([])
    expect(await topic.push('echo', { someText: 'x' })).toEqual({
      status: 'error',
      reason: 'unavailable',
    })
    expect(topic.state()).toBe('away')
  })

  test('RTCH-028 that is refused reloads the session, once, and goes on with its token', async () => {
    storeSession(aSession({ token: 'wrong' }))
    startPage()
    const { replies } = follow()
    await expect.poll(() => replies.map(({ caller }) => caller)).toEqual(['reload-1'])
    expect(reloads).toBe(1)
  })

  test('RTCH-018 comes back by itself over a WebSocket when the server was started again', async () => {
    storeSession(aSession({ token: 'ann' }))
    startPage()
    const { replies, news } = follow()
    await expect.poll(() => replies.length).toBe(1)
    const { port } = server
    await server.stop()
    await startServer({ port })
    await expect.poll(() => replies.length).toBeGreaterThan(1)
    expect(sessions().every((session) => session.endsWith(' websocket'))).toBe(true)
    send({ news_id: 3 })
    await expect.poll(() => news).toEqual([[3]])
  })

  test('comes back no earlier than a server that stops has asked for', async () => {
    storeSession(aSession({ token: 'ann' }))
    startPage()
    const { replies } = follow()
    await expect.poll(() => replies.length).toBe(1)
    const ms = 700
    const ask = pushOf('open:1', 'reconnect_after', { ms })
    server.joined.get('open:1')!.at(-1)!.pushInOrder(ask, '')
    const closedAt = performance.now()
    for (const session of server.server.sessions) session.close(1012, 'restart')
    await expect.poll(() => replies.length).toBe(2)
    expect(performance.now() - closedAt).toBeGreaterThanOrEqual(ms)
  })

  test('RTCH-020 RTCH-021 is a long-poll where no WebSocket passes, without a reload of the session', async () => {
    await server.stop()
    await startServer({ takesWebSockets: false })
    storeSession(aSession({ token: 'ann' }))
    startPage()
    const { topic, replies, news } = follow()
    await expect.poll(() => replies.length).toBe(1)
    expect(sessions()).toEqual(['ann longpoll'])
    send({ news_id: 4 })
    await expect.poll(() => news).toEqual([[4]])
    expect(await topic.push('echo', { someText: 'x' })).toMatchObject({ status: 'ok' })
    expect(reloads).toBe(0)
  })
})

describe('a topic', () => {
  beforeEach(async () => {
    storeSession(aSession({ token: 'ann' }))
    startPage()
  })

  test('RTCH-041 hands out messages together and in camelCase, without those of another shape', async () => {
    const { replies, news } = follow()
    await expect.poll(() => replies.length).toBe(1)
    for (const payload of [{ news_id: 1 }, { news_id: 'two' }, {}, { news_id: 3 }]) send(payload)
    await expect.poll(() => news).toEqual([[1, 3]])
  })

  test('sends in snake_case and returns the reply, or the reason of a refusal', async () => {
    const { topic } = follow()
    expect(await topic.push('echo', { someText: 'x' })).toEqual({
      status: 'ok',
      response: { payload: { someText: 'x' } },
    })
    expect(await topic.push('strange', {})).toEqual({ status: 'error', reason: 'unmatched event' })
  })

  test('that ends reloads the session and is joined again with it', async () => {
    const { replies } = follow()
    await expect.poll(() => replies.length).toBe(1)
    server.joined.get('open:1')![0]!.close()
    await expect.poll(() => replies.map(({ caller }) => caller)).toEqual(['ann', 'reload-1'])
  })

  test('RTCH-003 that failed inside is away until it is joined', async () => {
    const topic = followTopic(topicContract('broken', { messages: {} }), {}, {})
    stops.push(topic.stop)
    await expect.poll(() => topic.state()).toBe('away')
    expect(realtimeState.get()).toBe('connected')
  })

  test('RTCH-040 is left with the last that wants it, and nothing is called after that', async () => {
    const [first, second] = [follow(), follow()]
    await expect.poll(() => second.replies.length).toBe(1)
    first.topic.stop()
    send({ news_id: 1 })
    await expect.poll(() => second.news).toEqual([[1]])
    expect([first.news, server.left]).toEqual([[], []])
    second.topic.stop()
    await expect.poll(() => server.left).toEqual(['open:1'])
  })

  test('that is already joined gives its reply to later callers', async () => {
    const first = follow()
    await expect.poll(() => first.replies.length).toBe(1)
    const second = follow()
    await expect.poll(() => second.replies).toEqual(first.replies)
    expect(server.joined.get('open:1')).toHaveLength(1)
  })
})
