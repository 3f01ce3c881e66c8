import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LongPoll, Socket } from 'phoenix'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { startClient, startTestServer } from './testing-server.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
const stops: (() => unknown)[] = []

beforeEach(async () => {
  server = await startTestServer()
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await server.stop()
})

const connect = (options: Parameters<typeof startClient>[2] = {}) => {
  const socket = startClient(server.url, 'websocket', options)
  stops.push(() => socket.disconnect())
  return socket
}

/** What the types of the client do not declare. */
interface Inside {
  timeout: number
  longpollerTimeout: number
  rejoinAfterMs(tries: number): number
}

test('RTCH-001 RTCH-011 the states of a socket and of a channel', async () => {
  const states: string[] = []
  // The client leaves at once: only while it sends that is the channel leaving.
  const logger = (_: string, message: string) => {
    if (message.includes('phx_leave')) states.push(channel.state)
  }
  const socket = connect({ logger })
  const channel = socket.channel('open:1')
  expect(socket.connectionState()).toBe('connecting')
  states.push(channel.state)
  const joined = new Promise((resolve) => channel.join().receive('ok', resolve))
  states.push(channel.state)
  await joined
  states.push(channel.state)
  expect(socket.connectionState()).toBe('open')
  const errored = new Promise((resolve) => channel.onError(resolve))
  channel.push('crash', {})
  await errored
  states.push(channel.state)
  await expect.poll(() => channel.state).toBe('joined')
  const closed = new Promise((resolve) => channel.onClose(resolve))
  channel.leave()
  await closed
  states.push(channel.state)
  expect(states).toEqual(['closed', 'joining', 'joined', 'errored', 'leaving', 'closed'])
  socket.disconnect()
  expect(socket.connectionState()).toBe('closing')
  await expect.poll(() => socket.connectionState()).toBe('closed')
})

test('RTCH-005 RTCH-006 RTCH-008 what a program may not do with a channel raises an error', () => {
  const channel = connect().channel('open:1')
  expect(() => channel.push('echo', {})).toThrow(
    "tried to push 'echo' to 'open:1' before joining. Use channel.join() before pushing events",
  )
  channel.join()
  expect(() => channel.join()).toThrow(
    "tried to join multiple times. 'join' can only be called a single time per channel instance",
  )
  const silent = channel as unknown as { trigger(event: string, payload: object): void }
  channel.onMessage = () => undefined
  expect(() => silent.trigger('news', { n: 1 })).toThrow(
    'channel onMessage callbacks must return the payload, modified or unmodified',
  )
  channel.onMessage = (_, payload: unknown) => payload
})

test('RTCH-009 RTCH-012 RTCH-017 address, waits and timeouts of the client', () => {
  const socket = new Socket('ws://127.0.0.1:1/socket', { transport: WebSocket })
  expect(socket.endPointURL()).toBe('ws://127.0.0.1:1/socket/websocket?vsn=2.0.0')
  const inside = socket as unknown as Inside
  expect([1, 2, 3, 4, 5].map((tries) => inside.rejoinAfterMs(tries))).toEqual([
    1_000, 2_000, 5_000, 10_000, 10_000,
  ])
  expect([inside.timeout, inside.longpollerTimeout]).toEqual([10_000, 20_000])
})

test('RTCH-014 a heartbeat goes to the topic phoenix with an empty payload, and is answered', async () => {
  const sent: unknown[] = []
  const received: object[] = []
  const socket = connect({
    heartbeatIntervalMs: 20,
    logger: (kind, message, data) => {
      if (kind === 'push') sent.push([message.split(' (')[0], data])
    },
  })
  socket.onMessage((message) => void received.push(message))
  await expect.poll(() => received.length).toBeGreaterThan(1)
  expect(sent[0]).toEqual(['phoenix heartbeat', {}])
  expect(received[0]).toMatchObject({ topic: 'phoenix', payload: { status: 'ok' } })
})

test('RTCH-016 a heartbeat without a reply closes the connection, and another one is made', async () => {
  const mute = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  let connections = 0
  mute.on('connection', () => {
    connections += 1
  })
  await once(mute, 'listening')
  const { port } = mute.address() as AddressInfo
  const socket = startClient(`ws://127.0.0.1:${port}/socket`, 'websocket', {
    heartbeatIntervalMs: 50,
  })
  stops.push(
    () => socket.disconnect(),
    () =>
      new Promise((resolve) => {
        mute.close(resolve)
      }),
  )
  await expect.poll(() => connections).toBeGreaterThan(1)
})

test('RTCH-022 long-poll opens with 410, takes messages with 200, goes on after 204 and tries again after 500', async () => {
  const frame = JSON.stringify([null, null, 'news', 'told', { n: 1 }])
  const script = [
    { status: 410, token: 't' },
    { status: 204, token: 't', messages: [] },
    { status: 200, token: 't', messages: [frame] },
    { status: 500 },
    { status: 410, token: 'u' },
  ]
  const seen: string[] = []
  const http = createServer((_, response) => {
    const answer = script.shift()
    const send = () => {
      // An error ends the connection, with the messages that the client has not handed out yet.
      if (answer?.status === 500 && !seen.includes('told')) setTimeout(send, 5)
      else if (answer) response.end(JSON.stringify(answer))
    }
    send()
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const socket = new Socket(`ws://127.0.0.1:${port}/socket`, {
    transport: LongPoll,
    // On a busy machine a request may take long; a heartbeat would take an answer of the script.
    longpollerTimeout: 240_000,
    heartbeatIntervalMs: 240_000,
  })
  stops.push(
    () => socket.disconnect(),
    () => http.closeAllConnections(),
    () => new Promise((resolve) => http.close(resolve)),
  )
  socket.onOpen(() => void seen.push('open'))
  socket.onMessage((message) => void seen.push((message as { event: string }).event))
  socket.onError((error) => void seen.push(`error ${JSON.stringify(error)}`))
  socket.connect()
  await expect.poll(() => seen).toEqual(['open', 'told', 'error 500', 'open'])
})
