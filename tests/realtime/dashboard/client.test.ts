// @vitest-environment happy-dom
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LongPoll, Socket } from 'phoenix'
import { afterEach, expect, test, vi } from 'vitest'
import { startTestServer } from '@playhead/channel/testing-server.ts'
import { setApiOrigin } from '@playhead/web-kit/calls/call.ts'
import { startRealtime } from '@playhead/web-kit/realtime/socket.ts'
import { setSessionSource } from '@playhead/web-kit/session/session-loader.ts'
import { sessionStore, storeSession } from '@playhead/web-kit/session/session-store.ts'
import { aSession } from '@playhead/web-kit/testing-session.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const stop of stops.splice(0)) await stop()
})

/** What the types of the client do not declare. */
interface Inside {
  heartbeatIntervalMs: number
}

test('RTCH-015 a heartbeat is sent every 30 s by default, and every 10 s by the dashboard', async () => {
  const byDefault = new Socket('ws://127.0.0.1:1/socket') as unknown as Inside
  expect(byDefault.heartbeatIntervalMs).toBe(30_000)

  const server = await startTestServer()
  setApiOrigin(`http://127.0.0.1:${server.port}`)
  setSessionSource(async () => aSession({ token: 'ann' }))
  stops.push(
    () => server.stop(),
    () => setApiOrigin(''),
    () => sessionStore.dispatch({ type: 'loggedOut' }),
  )
  const sent = vi.spyOn(WebSocket.prototype, 'send')
  const received = vi.spyOn(WebSocket.prototype, 'dispatchEvent')
  const heartbeats = () =>
    sent.mock.calls.filter(([text]) => typeof text === 'string' && text.includes('"heartbeat"'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  storeSession(aSession({ token: 'ann' }))
  stops.push(startRealtime())
  // The page sends one at once, to see whether anything comes through. Polling would advance the clock.
  while (!received.mock.calls.some(([{ type }]) => type === 'message')) await nextTurn()
  expect(heartbeats()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(heartbeats()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(heartbeats()).toHaveLength(2)
})

test('RTCH-023 any other status of a long-poll raises an error', async () => {
  const http = createServer((_, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.end('{"status":418,"token":"t"}')
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  // This browser reports what a callback of a request throws as a rejection, which would fail the run.
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  const raised: unknown[] = []
  process.on('unhandledRejection', (error) => raised.push(error))
  const socket = new Socket(`ws://127.0.0.1:${port}/socket`, { transport: LongPoll })
  stops.push(
    () => process.removeAllListeners('unhandledRejection'),
    () => others.forEach((listener) => process.on('unhandledRejection', listener)),
    () => socket.disconnect(),
    () => http.closeAllConnections(),
    () => new Promise((resolve) => http.close(resolve)),
  )
  socket.connect()
  await expect.poll(() => raised).toEqual([new Error('unhandled poll status 418')])
})
