import { getRequestListener } from '@hono/node-server'
import type { Socket, SocketConnectOption } from 'phoenix'
import { WebSocket } from 'ws'
import { afterAll, onTestFinished } from 'vitest'
import type { ChannelLimits } from '@playhead/channel/protocol/limits.ts'
import { startClient, type TransportName } from '@playhead/channel/testing-server.ts'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { socketPath, startChannels } from '@playhead/server-kit/channels/start-channels.ts'
import { recordEvent } from '@playhead/server-kit/events/record-event.ts'
import { aFactory, type TestPerson } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { features } from '../../apps/server/features.ts'
import { listen } from '../../apps/server/listen.ts'
import { createWebServer } from '../../apps/server/web-server.ts'

export const transports: TransportName[] = ['websocket', 'longpoll']

/** The client of the browser cannot send a header; in Node its transport can. */
export const anAuthorizedTransport = ({ id, secret }: { id: string; secret: string }) =>
  class extends WebSocket {
    constructor(address: string, protocols?: string[]) {
      const credentials = Buffer.from(`${id}:${secret}`).toString('base64')
      super(address, protocols, { headers: { authorization: `Basic ${credentials}` } })
    }
  }

/** Every topic of the product on a port of this process. Call it at the top of a test file. */
export const startRealtimeServer = async (
  settings: Record<string, string> = {},
  { clickhouse, limits }: { clickhouse?: ClickHouse; limits?: Partial<ChannelLimits> } = {},
) => {
  const listening = await listen('127.0.0.1', 0)
  const handle = await startTestApp(features, {
    settings: { PORT: String(listening.port), ...settings },
    ...(clickhouse && { clickhouse }),
  })
  const { app, database } = handle
  const channels = startChannels(app, features, { database, ...(limits && { limits }) })
  listening.takeUpgrades(socketPath, channels.upgrade)
  listening.serve(
    getRequestListener(createWebServer(app, channels).fetch, { hostname: 'localhost' }),
  )
  afterAll(async () => {
    const closed = listening.close()
    await channels.stop()
    await closed
  })
  const make = aFactory(database)
  const url = `ws://127.0.0.1:${listening.port}/socket`

  const tokenOf = (person: { id: string; sessionId: string }, seconds = 3600) =>
    app.vault.sign(
      'session-socket',
      { session_id: person.sessionId, user_id: person.id },
      seconds,
      app.clock.now(),
    )

  const connect = (
    transport: TransportName,
    caller: TestPerson | { authToken?: string },
    options: Partial<SocketConnectOption> = {},
  ): Socket => {
    const authToken = 'cookie' in caller ? tokenOf(caller) : caller.authToken
    const socket = startClient(url, transport, { ...(authToken && { authToken }), ...options })
    onTestFinished(() => new Promise<void>((resolve) => socket.disconnect(() => resolve())))
    return socket
  }

  const happen = (environment: { id: string; organizationId: string }, objectId: string) =>
    recordEvent(
      { ...environment, postgres: database, clickhouse: app.clickhouse },
      { type: 'video.asset.created', objectType: 'asset', objectId, data: { id: objectId } },
    )

  return { ...handle, make, channels, port: listening.port, url, tokenOf, connect, happen }
}

export interface Reply {
  status: 'ok' | 'error' | 'timeout'
  response: Payload
}

type Payload = Record<string, unknown>

/** A joined channel with everything that it receives; it joins again from the place that it has reached. */
export const startTopic = async (socket: Socket, topic: string, params: object = {}) => {
  const received: { event: string; payload: Payload }[] = []
  let after: unknown
  const channel = socket.channel(topic, () => ({
    ...(after !== undefined && { after }),
    ...params,
  }))
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a hook of the client that sees every message
  channel.onMessage = (event, payload: Payload) => {
    if (!event.startsWith('phx_') && !event.startsWith('chan_')) received.push({ event, payload })
    if (event === 'new_event') after = payload['place']
    return payload
  }
  const reply = await new Promise<Reply>((resolve) => {
    const push = channel.join(60_000)
    for (const status of ['ok', 'error', 'timeout'] as const)
      push.receive(status, (response: Payload) => {
        after = response['place']
        for (const payload of (response['events'] ?? []) as Payload[])
          received.push({ event: 'missed_event', payload })
        resolve({ status, response })
      })
  })
  return {
    channel,
    reply,
    received,
    of: (event: string) =>
      received.filter((one) => one.event === event).map(({ payload }) => payload),
    /** The ids of the objects of all events, pushed or missed. */
    objects: () =>
      received.flatMap(({ payload }) => {
        const object = payload['object'] as { id: string } | undefined
        return object ? [object.id] : []
      }),
  }
}
