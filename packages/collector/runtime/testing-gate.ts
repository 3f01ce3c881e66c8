import { once } from 'node:events'
import { createServer, connect as connectSocket, type AddressInfo, type Socket } from 'node:net'
import { afterAll } from 'vitest'
import { connect, type ConnectedClickHouse } from '@playhead/clickhouse/client.ts'

type Mode = 'open' | 'shut' | 'deaf' | 'frozen' | 'late'

interface Gate {
  clickhouse: ConnectedClickHouse
  /**
   * open: transparent. shut: no response. deaf: requests arrive, responses do not. late: the client is cut off, and its
   * request arrives with `deliverLate`. frozen: connected, but no data flows.
   */
  set(mode: Mode): void
  /** Resolves at the first request after the last `set`, or at the first connection that is shut out. */
  whenAsked(): Promise<void>
  /** Resolves when the first client since the last `set` has lost its connection instead of getting a response. */
  whenCut(): Promise<void>
  /** Sends the requests that were cut off to the database; resolves when it has responded to them. */
  deliverLate(): Promise<void>
}

/** Whether a request is complete: its body has the announced length, or ends with the last chunk. */
const isComplete = (request: Buffer) => {
  const headEnd = request.indexOf('\r\n\r\n')
  if (headEnd === -1) return false
  const head = request.subarray(0, headEnd).toString('latin1')
  const length = /^content-length: (\d+)$/im.exec(head)?.[1]
  if (length !== undefined) return request.length >= headEnd + 4 + Number(length)
  return (
    !/^transfer-encoding:/im.test(head) || request.subarray(-5).equals(Buffer.from('0\r\n\r\n'))
  )
}

/** A proxy to the database that can be disturbed. */
export const startGate = async (engine: ConnectedClickHouse): Promise<Gate> => {
  let mode: Mode = 'open'
  let asked = () => {}
  let whenAsked = Promise.resolve()
  let cut = () => {}
  let whenCut = Promise.resolve()
  let late: (() => Promise<void>)[] = []
  const sockets = new Set<Socket>()
  const { hostname, port } = new URL(engine.url)
  const server = createServer((near) => {
    if (mode === 'shut') {
      asked()
      return void near.destroy()
    }
    let held = Buffer.alloc(0)
    const far = connectSocket(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    near.on('data', (piece) => {
      asked()
      if (mode === 'frozen') return
      if (mode !== 'late') return void far.write(piece)
      held = Buffer.concat([held, piece])
      if (!isComplete(held)) return
      late.push(async () => {
        far.write(held)
        await once(far, 'data')
        far.destroy()
      })
      near.destroy()
      cut()
    })
    far.on('data', (piece) => {
      if (mode !== 'deaf') return void near.write(piece)
      near.destroy()
      cut()
    })
    near.on('close', () => {
      if (held.length === 0) far.destroy()
    })
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(engine.url)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const clickhouse = connect(url.href)
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await clickhouse.close()
    server.close()
  })
  return {
    clickhouse,
    whenAsked: () => whenAsked,
    whenCut: () => whenCut,
    deliverLate: async () => {
      const requests = late
      late = []
      await Promise.all(requests.map((request) => request()))
    },
    set: (next) => {
      mode = next
      whenAsked = new Promise((resolve) => (asked = resolve))
      whenCut = new Promise((resolve) => (cut = resolve))
      if (mode === 'shut') for (const socket of sockets) socket.destroy()
    },
  }
}
