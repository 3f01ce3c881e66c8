import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setInterval } from 'node:timers'
import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ChannelServer, type ConnectRequest } from '@playhead/channel/server/channel-server.ts'
import type { ChannelHost } from '@playhead/channel/server/connection.ts'
import type { ChannelLimits } from '@playhead/channel/protocol/limits.ts'
import { longPoll } from '@playhead/channel/server/long-poll.ts'
import { webSockets } from '@playhead/channel/server/websocket.ts'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { listenToAll, type NoticeHandlers } from '@playhead/postgres/listen.ts'
import type { App } from '../app.ts'
import type { Feature } from '../feature.ts'
import { allowedHosts } from '../http/allowed-hosts.ts'
import { addressOf, callerAddress } from '../http/caller-address.ts'
import { AccessWatch } from './access-watch.ts'
import { accessChannel } from './access-prints.sql.ts'
import { channelFigures, type Figure } from './channel-figures.ts'
import { coalesced } from './coalesced.ts'
import { resolveTopicAccess, type StartedTopic } from './resolve-topic-access.ts'
import { authenticateSocket, findCallerAgain, type SocketCaller } from './socket-caller.ts'
import type { Joining, TopicAccess } from './topic.ts'

/** Without a notice, everything is looked up this often. */
const lookEveryMs = 30_000
const bodyMaxBytes = 1_048_576

export const socketPath = '/socket/websocket'
const longPollPath = '/socket/longpoll'

export interface Channels {
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  mount(server: Hono): void
  figures(): Figure[]
  stop(): Promise<void>
}

interface ChannelOptions {
  /** Opens one more connection, which listens. */
  database: { readonly url: string }
  limits?: Partial<ChannelLimits>
}

const hostOf = (app: App, topics: readonly StartedTopic[]): ChannelHost<SocketCaller> => ({
  open: async (caller, joined, given) => {
    const known = await findCallerAgain(app, caller)
    if (!known) return { refused: 'unauthorized' }
    const joiner = { ...caller, caller: known }
    const decision = await resolveTopicAccess(app, topics, joined.topic, joiner)
    if ('refused' in decision) return decision
    const params = typeof given === 'object' && given !== null ? given : {}
    const joining = { ...decision.context, joined, params } as Joining<TopicAccess>
    return { session: await decision.started.running.join(joining) }
  },
  failed: (error, topic) => app.log.error('a topic failed', { topic, error }),
})

const wakersOf = (app: App, { topic, running }: StartedTopic): NoticeHandlers => {
  const wake = coalesced(() =>
    (running.wake?.() ?? Promise.resolve()).catch((error: unknown) => {
      app.log.warn('a topic could not look for news', { topic: topic.pattern, error })
    }),
  )
  const wakerOf = (channel: string) => (payload: string) => {
    running.noticed?.(channel, payload)
    void wake()
  }
  return Object.fromEntries(topic.channels.map((channel) => [channel, wakerOf(channel)]))
}

/** The client names the token of its poll last, after a `token` of its own. RTCH-020 */
const tokensOf = (c: Context) => new URL(c.req.url).searchParams.getAll('token')

const connectRequest = (c: Context, app: App): ConnectRequest => ({
  token: c.req.header('x-phoenix-authtoken') ?? tokensOf(c)[0],
  authorization: c.req.header('authorization'),
  origin: c.req.header('origin'),
  host: c.req.header('host'),
  ip: callerAddress(c, app.settings),
  params: new URL(c.req.url).searchParams,
})

/** The topics of all features over WebSocket and long-poll, in this process. */
export const startChannels = (
  app: App,
  features: readonly Pick<Feature, 'topics'>[],
  { database, limits }: ChannelOptions,
): Channels => {
  const topics = features
    .flatMap((feature) => feature.topics)
    .map((topic): StartedTopic => ({ topic, running: topic.start(app) }))
  const hosts = allowedHosts(app.settings)
  const server = new ChannelServer<SocketCaller>({
    host: hostOf(app, topics),
    authenticate: (request) => authenticateSocket(app, hosts, request),
    limits: { socketsMax: app.settings.socketsMax, ...limits },
  })
  const watch = new AccessWatch(app, server, topics)
  const handlers: NoticeHandlers = {
    [accessChannel]: () => void watch.look(),
    ...Object.assign({}, ...topics.map((started) => wakersOf(app, started))),
  }
  const listening = listenToAll(database, handlers)
  const looking = setInterval(() => {
    for (const look of Object.values(handlers)) look('')
  }, lookEveryMs).unref()

  let stopped: Promise<void> | undefined
  const polls = longPoll(server)
  const accept = webSockets(server, ({ headers, socket }) =>
    addressOf(headers['x-forwarded-for']?.toString(), socket.remoteAddress ?? '', app.settings),
  )
  const tooLarge = (c: Context) => c.json(new ApiError('payload_too_large').body, 413)
  return {
    upgrade: (request, socket, head) => void accept(request, socket, head),
    mount: (mounted) => {
      mounted.get(longPollPath, async (c) => {
        c.header('cache-control', 'no-store')
        const request = connectRequest(c, app)
        return c.json(await polls.get(tokensOf(c).at(-1), request, c.req.raw.signal))
      })
      mounted.post(
        longPollPath,
        bodyLimit({ maxSize: bodyMaxBytes, onError: tooLarge }),
        async (c) => {
          c.header('cache-control', 'no-store')
          return c.json(polls.post(tokensOf(c).at(-1), await c.req.text()))
        },
      )
    },
    figures: () => channelFigures(server, topics),
    stop: () => {
      clearInterval(looking)
      server.stop()
      for (const { running } of topics) running.stop?.()
      return (stopped ??= listening.close())
    },
  }
}
