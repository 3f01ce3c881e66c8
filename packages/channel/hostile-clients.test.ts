import { once } from 'node:events'
import { connect as connectTcp, type Socket as TcpSocket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { pushOf, readFrame } from './protocol/frame.ts'
import { defaultLimits } from './protocol/limits.ts'
import { startTestServer } from './testing-server.ts'

type TestServer = Awaited<ReturnType<typeof startTestServer>>

const openSocket = async (server: TestServer, query = 'vsn=2.0.0') => {
  const socket = new WebSocket(`${server.url}/websocket?${query}`)
  await once(socket, 'open')
  return socket
}

const closing = async (socket: WebSocket) => {
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer]
  return `${code} ${reason.toString()}`
}

/** The response to a rejected upgrade. */
const refusal = (address: string, headers: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve) => {
    const socket = new WebSocket(address, { headers })
    socket.on('unexpected-response', (_, response) => {
      response.resume()
      resolve(response.statusCode)
    })
    socket.on('error', () => undefined)
    socket.on('open', () => resolve(undefined))
  })

describe('clients that mean harm', () => {
  let server: TestServer
  beforeEach(async () => {
    server = await startTestServer({
      limits: { socketsOfAddressMax: 1_000, framesBurst: 60, framesPerSecond: 20 },
    })
  })
  afterEach(() => server.stop())

  test.each([
    ['text that is no message', 'hello', '1008 not a message'],
    ['bytes', Buffer.from([0, 1, 2]), '1008 not a message'],
    ['a message of another shape', '["1","2","topic"]', '1008 not a message'],
  ])('%s closes the socket that sent it', async (_, sent, why) => {
    const [bad, good] = await Promise.all([openSocket(server), openSocket(server)])
    const closed = closing(bad)
    bad.send(sent)
    expect(await closed).toBe(why)
    good.send('[null,"1","phoenix","heartbeat",{}]')
    const [reply] = (await once(good, 'message')) as [Buffer]
    expect(readFrame(reply.toString())?.payload).toEqual({ status: 'ok', response: {} })
  })

  test('a message that is too large closes its socket', async () => {
    const socket = await openSocket(server)
    const closed = closing(socket)
    socket.send(`["1","2","topic","event","${'x'.repeat(70_000)}"]`)
    expect(await closed).toMatch(/^1009/)
  })

  test('too many messages at once close their socket', async () => {
    const socket = await openSocket(server)
    const closed = closing(socket)
    for (let n = 0; n < 100; n += 1) socket.send(`[null,"${n}","phoenix","heartbeat",{}]`)
    expect(await closed).toBe('1008 too many messages')
  })

  test('another version is refused with 403, a wrong token too', async () => {
    expect(await refusal(`${server.url}/websocket?vsn=1.0.0`)).toBe(403)
    expect(await refusal(`${server.url}/websocket`)).toBe(403)
    expect(await refusal(`${server.url}/websocket?vsn=2.0.0&token=wrong`)).toBe(403)
  })

  test('sockets beyond those of an address are refused with 429 until one goes away', async () => {
    await server.stop()
    server = await startTestServer({ limits: { socketsOfAddressMax: 2 } })
    const [first] = await Promise.all([openSocket(server), openSocket(server)])
    expect(await refusal(`${server.url}/websocket?vsn=2.0.0`)).toBe(429)
    first.close()
    await expect.poll(() => server.server.admission.open).toBe(1)
    await openSocket(server)
  })

  test('sockets beyond those of the process are refused with 503', async () => {
    await server.stop()
    server = await startTestServer({ limits: { socketsMax: 1 } })
    await openSocket(server)
    expect(await refusal(`${server.url}/websocket?vsn=2.0.0`)).toBe(503)
  })

  test('a socket that is silent is closed', async () => {
    let now = 0
    await server.stop()
    server = await startTestServer({ clock: { now: () => now } })
    const socket = await openSocket(server)
    const closed = closing(socket)
    now = 35_000
    server.server.closeDead()
    expect(server.server.sessions.size).toBe(1)
    now = 35_001
    server.server.closeDead()
    expect(await closed).toBe('1001 silent')
  })

  test('a reader that is too slow is sent why, if it reads again, and is closed', async () => {
    let now = 0
    await server.stop()
    server = await startTestServer({ clock: { now: () => now } })
    const stuck = await stuckReader(server)
    const [topic] = server.joined.get('open:1')!
    const state = pushOf('open:1', 'state', { text: 'x'.repeat(4_000) })
    while (server.server.figures.skipped === 0) topic!.pushState('state', state)
    now = 30_001
    server.server.closeDead()
    expect(server.left).toEqual(['open:1'])
    let received = ''
    stuck.on(
      'data',
      (piece: Buffer) => (received = (received + piece.toString('latin1')).slice(-200)),
    )
    stuck.resume()
    // The last message is whole, and the close frame with the code 1013 follows it.
    const last = '[null,null,"open:1","too_slow",{}]'
    await expect
      .poll(() => received.slice(-8 - last.length))
      .toBe(`${last}\u0088\u0006\u0003\u00f5slow`)
    stuck.destroy()
    await expect.poll(() => server.server.sessions.size).toBe(0)
  })

  test('a reader that takes nothing costs a bounded amount and delays no other', async () => {
    const stuck = await stuckReader(server)
    const good = await openSocket(server)
    good.send('["1","1","open:1","phx_join",{}]')
    await once(good, 'message')
    await expect.poll(() => server.joined.get('open:1')?.length).toBe(2)
    let got = 0
    good.on('message', () => (got += 1))
    const [first, second] = server.joined.get('open:1')!
    const waiting = () =>
      [...server.server.sessions].reduce((sum, { outbox }) => sum + outbox.waitingBytes, 0)
    let waitingMost = 0
    // 4 kB per message: 40 MB in total, of which at most a quarter of a megabyte may be buffered for the stuck reader.
    const state = pushOf('open:1', 'state', { text: 'x'.repeat(4_000) })
    for (let n = 1; n <= 10_000; n += 1) {
      first!.pushState('state', state)
      second!.pushState('state', state)
      waitingMost = Math.max(waitingMost, waiting())
      if (n % 20 === 0) await setImmediate()
    }
    expect(waitingMost).toBeLessThanOrEqual(2 * defaultLimits.waitingBytesSlow)
    await expect.poll(() => got).toBeGreaterThan(1_000)
    expect(server.server.figures.skipped).toBeGreaterThan(1_000)
    stuck.destroy()
    await expect.poll(() => server.server.sessions.size).toBe(1)
  })
})

/** Speaks just enough of the protocol to join, then never reads again. */
const stuckReader = async (server: TestServer): Promise<TcpSocket> => {
  const socket = connectTcp(server.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    'GET /socket/websocket?vsn=2.0.0 HTTP/1.1\r\nHost: test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  )
  await once(socket, 'data')
  socket.pause()
  const text = Buffer.from('["1","1","open:1","phx_join",{}]')
  // A client masks what it sends; a mask of zeros changes nothing.
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]))
  await expect.poll(() => server.joined.get('open:1')?.length).toBe(1)
  return socket
}
