import { createServer, connect as connectSocket, type AddressInfo, type Socket } from 'node:net'
import { afterAll } from 'vitest'
import { connect, type ConnectedClickHouse } from '@playhead/clickhouse/client.ts'

type Mode = 'open' | 'shut' | 'deaf' | 'frozen' | 'late'

interface Gate {
  clickhouse: ConnectedClickHouse
  /**
   * open: transparent. shut: no response. deaf: requests arrive, responses do not. late: the client is cut off first
   * and its request arrives after that. frozen: connected, but no data flows.
   */
  set(mode: Mode): void
  /** Resolves at the first request after the last `set`. */
  whenAsked(): Promise<void>
}

const lateMs = 400

/** A proxy to the database that can be disturbed. */
export const startGate = async (engine: ConnectedClickHouse): Promise<Gate> => {
  let mode: Mode = 'open'
  let asked = () => {}
  let whenAsked = Promise.resolve()
  const sockets = new Set<Socket>()
  const { hostname, port } = new URL(engine.url)
  const server = createServer((near) => {
    if (mode === 'shut') return void near.destroy()
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
      setTimeout(() => far.write(piece), lateMs)
      setTimeout(() => near.destroy(), lateMs / 8)
    })
    far.on('data', (piece) => {
      if (mode === 'deaf') near.destroy()
      else near.write(piece)
    })
    near.on('close', () => setTimeout(() => far.destroy(), lateMs * 2))
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
    set: (next) => {
      mode = next
      whenAsked = new Promise((resolve) => (asked = resolve))
      if (mode === 'shut') for (const socket of sockets) socket.destroy()
    },
  }
}
