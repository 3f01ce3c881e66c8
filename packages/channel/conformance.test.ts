import type { Push, Socket } from 'phoenix'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pushOf } from './protocol/frame.ts'
import { startClient, startTestServer, type TransportName } from './testing-server.ts'

type TestServer = Awaited<ReturnType<typeof startTestServer>>

const answered = (push: Push) =>
  new Promise<{ status: string; response: unknown }>((resolve) => {
    for (const status of ['ok', 'error', 'timeout'] as const)
      push.receive(status, (response: unknown) => resolve({ status, response }))
  })

const heard = (channel: ReturnType<Socket['channel']>, event: string) =>
  new Promise<unknown>((resolve) => channel.on(event, resolve))

const opened = (socket: Socket) =>
  new Promise<void>((resolve) => {
    if (socket.isConnected()) resolve()
    else socket.onOpen(() => resolve())
  })

describe.each<TransportName>(['websocket', 'longpoll'])(
  'the client of npm over %s',
  (transport) => {
    let server: TestServer
    const sockets: Socket[] = []
    const connect = (options: Parameters<typeof startClient>[2] = {}, url = server.url) => {
      const socket = startClient(url, transport, options)
      sockets.push(socket)
      return socket
    }

    beforeEach(async () => {
      server = await startTestServer({ limits: { pollMs: 2_000 } })
    })
    afterEach(async () => {
      await Promise.all(
        sockets.splice(0).map((socket) => new Promise<void>((done) => socket.disconnect(done))),
      )
      await server.stop()
    })

    test('joins a topic and hears what the join answers', async () => {
      const channel = connect({ authToken: 'ann' }).channel('open:1', { since: 4 })
      expect(await answered(channel.join())).toEqual({
        status: 'ok',
        response: { caller: 'ann', params: { since: 4 } },
      })
      expect(channel.state).toBe('joined')
    })

    test('is refused a topic that does not exist and tries again later', async () => {
      const channel = connect({ rejoinAfterMs: () => 60_000 }).channel('closed')
      expect(await answered(channel.join())).toEqual({
        status: 'error',
        response: { reason: 'unmatched topic' },
      })
      expect(channel.state).toBe('errored')
    })

    test('gets a join that failed inside answered, without its reason', async () => {
      const channel = connect({ rejoinAfterMs: () => 60_000 }).channel('broken')
      expect(await answered(channel.join())).toEqual({
        status: 'error',
        response: { reason: 'internal' },
      })
      expect(server.failures).toHaveLength(1)
    })

    test('RTCH-003 leaves after a join that nobody answered in time', async () => {
      const channel = connect({ rejoinAfterMs: () => 60_000 }).channel('never')
      const answer = await answered(channel.join(150))
      expect(answer.status).toBe('timeout')
      expect(channel.state).toBe('errored')
      await expect.poll(() => [...server.server.sessions][0]?.topics).toEqual([])
    })

    test('RTCH-002 RTCH-007 sends what was pushed before the join was answered, in order', async () => {
      const channel = connect().channel('open:1')
      const join = answered(channel.join())
      const pushes = [1, 2, 3].map((n) => answered(channel.push('echo', { n })))
      await join
      expect(channel.state).toBe('joined')
      expect((await Promise.all(pushes)).map(({ response }) => response)).toEqual(
        [1, 2, 3].map((n) => ({ payload: { n } })),
      )
    })

    test('hears an unknown event refused and stays joined', async () => {
      const channel = connect().channel('open:1')
      await answered(channel.join())
      expect(await answered(channel.push('strange', {}))).toEqual({
        status: 'error',
        response: { reason: 'unmatched event' },
      })
      expect(channel.state).toBe('joined')
    })

    test('hears pushes to all, each once', async () => {
      const [first, second] = [connect(), connect()].map((socket) => socket.channel('open:1'))
      await Promise.all([answered(first!.join()), answered(second!.join())])
      const got: unknown[][] = [[], []]
      first!.on('news', (payload: unknown) => void got[0]!.push(payload))
      second!.on('news', (payload: unknown) => void got[1]!.push(payload))
      for (let n = 0; n < 50; n += 1)
        for (const topic of server.joined.get('open:1')!)
          topic.pushInOrder(pushOf('open:1', 'news', { n }), pushOf('open:1', 'gap', {}))
      const all = Array.from({ length: 50 }, (_, n) => ({ n }))
      await expect.poll(() => got).toEqual([all, all])
    })

    test('joins again with a new reference after its topic broke', async () => {
      const channel = connect({ rejoinAfterMs: () => 20 }).channel('open:1')
      await answered(channel.join())
      channel.push('crash', {})
      await expect.poll(() => server.joined.get('open:1')?.length).toBe(2)
      await expect.poll(() => channel.state).toBe('joined')
      expect(server.left).toEqual(['open:1'])
      expect(await answered(channel.push('echo', { again: true }))).toMatchObject({ status: 'ok' })
    })

    test('RTCH-004 leaves, hears the close, and the topic is free', async () => {
      const socket = connect()
      const channel = socket.channel('open:1')
      await answered(channel.join())
      const closed = new Promise((resolve) => channel.onClose(resolve))
      expect((await answered(channel.leave())).status).toBe('ok')
      await closed
      expect(channel.state).toBe('closed')
      await expect.poll(() => server.left).toEqual(['open:1'])
    })

    test('a second channel of the same topic closes the first', async () => {
      const socket = connect()
      const first = socket.channel('open:1')
      await answered(first.join())
      const second = socket.channel('open:1')
      await answered(second.join())
      expect([...server.server.sessions][0]!.topics).toEqual(['open:1'])
      expect(server.left).toEqual(['open:1'])
      expect(await answered(second.push('echo', {}))).toMatchObject({ status: 'ok' })
    })

    test('a topic that the server takes away closes, and nothing reaches it after that', async () => {
      const channel = connect().channel('open:1')
      await answered(channel.join())
      const closed = new Promise((resolve) => channel.onClose(resolve))
      const [topic] = server.joined.get('open:1')!
      topic!.close()
      await closed
      topic!.pushState('news', pushOf('open:1', 'news', {}))
      expect(server.left).toEqual(['open:1'])
    })

    test('refuses a wrong token', async () => {
      const socket = connect({ authToken: 'wrong', reconnectAfterMs: () => 60_000 })
      const failed = new Promise((resolve) => socket.onError(resolve))
      await failed
      expect(server.server.sessions.size).toBe(0)
    })

    test('a token in the address serves as well', async () => {
      const channel = connect({ params: { token: 'ben' } }).channel('open:1')
      expect(await answered(channel.join())).toMatchObject({ response: { caller: 'ben' } })
    })

    test('comes back by itself when the server was started again', async () => {
      const socket = connect({ reconnectAfterMs: () => 50, rejoinAfterMs: () => 50 })
      const channel = socket.channel('open:1')
      await answered(channel.join())
      const { port } = server
      await server.stop()
      await expect.poll(() => channel.state).toBe('errored')
      server = await startTestServer({ limits: { pollMs: 2_000 }, port })
      await expect.poll(() => channel.state).toBe('joined')
      const news = heard(channel, 'news')
      server.joined
        .get('open:1')!
        .at(-1)!
        .pushState('news', pushOf('open:1', 'news', { n: 1 }))
      expect(await news).toEqual({ n: 1 })
    })

    test('gives its place back when it goes away', async () => {
      const socket = connect({ authToken: 'ann' })
      await answered(socket.channel('open:1').join())
      expect(server.server.admission.open).toBe(1)
      if (transport === 'longpoll') server.server.sessions.forEach((one) => one.close(1001, 'test'))
      else socket.disconnect()
      await expect.poll(() => server.left).toContain('open:1')
    })

    test('another version of the protocol is refused', async () => {
      const socket = connect({ vsn: '1.0.0', reconnectAfterMs: () => 60_000 })
      await new Promise((resolve) => socket.onError(resolve))
      expect(server.server.sessions.size).toBe(0)
    })

    test('more topics than a socket may have are refused', async () => {
      await server.stop()
      server = await startTestServer({ limits: { topicsMax: 2, pollMs: 2_000 } })
      const socket = connect({ rejoinAfterMs: () => 60_000 })
      await opened(socket)
      await answered(socket.channel('open:1').join())
      await answered(socket.channel('open:2').join())
      expect(await answered(socket.channel('open:3').join())).toEqual({
        status: 'error',
        response: { reason: 'too_many_topics' },
      })
    })

    test('more subscriptions than a socket may have are refused until a topic is left', async () => {
      await server.stop()
      server = await startTestServer({ limits: { subscriptionsMax: 3, pollMs: 2_000 } })
      const socket = connect()
      const [first, second] = [socket.channel('open:1'), socket.channel('open:2')]
      await Promise.all([answered(first.join()), answered(second.join())])
      const reserve = async (channel: typeof first) =>
        (await answered(channel.push('reserve', {}))).response
      expect(await reserve(first)).toEqual({})
      expect(await reserve(first)).toEqual({})
      expect(await reserve(second)).toEqual({})
      expect(await reserve(second)).toEqual({ reason: 'too_many_topics' })
      await answered(first.leave())
      expect(await reserve(second)).toEqual({})
    })

    test('more sockets than a session may have are refused', async () => {
      await server.stop()
      server = await startTestServer({ limits: { socketsOfSessionMax: 1, pollMs: 2_000 } })
      await opened(connect({ authToken: 'ann' }))
      const second = connect({ authToken: 'ann', reconnectAfterMs: () => 60_000 })
      await new Promise((resolve) => second.onError(resolve))
      expect(server.server.admission.open).toBe(1)
    })
  },
)
