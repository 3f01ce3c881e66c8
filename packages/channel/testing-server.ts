import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Socket, type SocketConnectOption } from 'phoenix'
import { WebSocket } from 'ws'
import { ok, pushOf, type Reply, refused } from './protocol/frame.ts'
import type { ChannelLimits } from './protocol/limits.ts'
import { ChannelServer } from './server/channel-server.ts'
import type { ChannelHost, JoinedTopic, Opened } from './server/connection.ts'
import { longPoll } from './server/long-poll.ts'
import { connectRequestOf, webSockets } from './server/websocket.ts'

export type TransportName = 'websocket' | 'longpoll'

interface TestServerOptions {
  limits?: Partial<ChannelLimits>
  clock?: { now(): number }
  port?: number
  /** As behind a proxy that lets none through. */
  takesWebSockets?: boolean
  /** What the reply to a join holds beside the caller and the params. */
  reply?: (topic: string) => object
  /** What it replies to a message; undefined for one that it does not know. */
  receive?: (event: string, payload: unknown) => Reply | undefined
}

/** A server with topics for the tests, on a free port. */
export const startTestServer = async ({
  limits,
  clock,
  port = 0,
  takesWebSockets = true,
  reply = () => ({}),
  receive = () => undefined,
}: TestServerOptions = {}) => {
  const joined = new Map<string, JoinedTopic[]>()
  const asked = new Map<string, unknown>()
  const left: string[] = []
  const failures: unknown[] = []
  const host: ChannelHost<string> = {
    open: async (caller, topic, params): Promise<Opened> => {
      if (topic.topic === 'closed') return { refused: 'unmatched topic' }
      if (topic.topic === 'broken') throw new Error('the join is broken')
      if (topic.topic === 'never') await new Promise(() => undefined)
      asked.set(topic.topic, params)
      joined.set(topic.topic, [...(joined.get(topic.topic) ?? []), topic])
      return {
        session: {
          response: { caller, params, ...reply(topic.topic) },
          receive: (event, payload) => {
            if (event === 'crash') throw new Error('a message is broken')
            if (event === 'reserve') return topic.reserve() ? ok() : refused('too_many_topics')
            if (event === 'echo') return ok({ payload })
            return receive(event, payload) ?? refused('unmatched event')
          },
          tooSlow: () => [pushOf(topic.topic, 'too_slow', {})],
          left: () => left.push(topic.topic),
        },
      }
    },
    failed: (error) => failures.push(error),
  }
  const server = new ChannelServer<string>({
    host,
    ...(limits && { limits }),
    ...(clock && { clock }),
    authenticate: async ({ token, ip }) =>
      token === 'wrong'
        ? { refused: { status: 403 } }
        : {
            caller: token ?? 'nobody',
            owner: token ? { kind: 'session', id: token } : { kind: 'address', id: ip },
          },
  })
  const upgrade = webSockets(server, (request) => request.socket.remoteAddress ?? '')
  const polls = longPoll(server)
  const http = createServer((request, response) => {
    // As pages of other ports need it.
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    if (request.method === 'OPTIONS') return void response.end()
    const params = new URL(request.url ?? '/', 'http://test').searchParams
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      void (async () => {
        const pollToken = params.getAll('token').at(-1)
        const known = { ...connectRequestOf(request, '127.0.0.1', params) }
        const header = request.headers['x-phoenix-authtoken']
        if (typeof header === 'string') known.token = header
        const answer =
          request.method === 'POST'
            ? polls.post(pollToken, Buffer.concat(chunks).toString())
            : await polls.get(pollToken, known, gone.signal)
        response.end(JSON.stringify(answer))
      })()
    })
  })
  http.on('upgrade', (request, socket, head) => {
    if (takesWebSockets) void upgrade(request, socket, head)
    else socket.destroy()
  })
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  const listening = (http.address() as AddressInfo).port
  return {
    server,
    polls,
    joined,
    /** What the last join of a topic sent. */
    asked: (topic: string) => asked.get(topic),
    left,
    failures,
    port: listening,
    url: `ws://127.0.0.1:${listening}/socket`,
    stop: async () => {
      server.stop(0)
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

/** The unmodified npm client, over one of its two transports. */
export const startClient = (
  url: string,
  transport: TransportName,
  options: Partial<SocketConnectOption> = {},
) => {
  const socket = new Socket(url, {
    ...(transport === 'websocket' && { transport: WebSocket }),
    ...options,
  })
  if (transport === 'longpoll') socket.replaceTransport(longPollOf(socket))
  socket.connect()
  return socket
}

const longPollOf = (socket: Socket) =>
  (socket as unknown as { getLongPollTransport(): never }).getLongPollTransport()
