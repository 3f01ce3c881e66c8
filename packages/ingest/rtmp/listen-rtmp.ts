import { createServer as createPlainServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { ingestLimits, type IngestLimits } from '../ingest-limits.ts'
import type { Admit, IngestLog } from '../packet.ts'
import { RtmpSession } from './rtmp-session.ts'
import { WaitingRoom, type Place } from './waiting-room.ts'

export interface ListenOptions {
  host: string
  /** 0 takes a free one. */
  port: number
  /** Listens for RTMPS. Both are PEM. */
  tls?: { cert: string | Buffer; key: string | Buffer }
  admit: Admit
  log: IngestLog
  limits?: Partial<IngestLimits>
}

export interface Listener {
  port: number
  /** Ends all connections, so that their publishers have ended when it resolves. */
  close(): Promise<void>
}

const tickMs = 1000
const stopping = 'This server is restarting. Connect again.'

/** Takes encoders over RTMP, or over RTMPS with a certificate. */
export const listenRtmp = async (options: ListenOptions): Promise<Listener> => {
  const limits = { ...ingestLimits, ...options.limits }
  const room = new WaitingRoom(limits.waitingMax, limits.waitingPerNetworkMax)
  const places = new Map<string, Place>()
  const sessions = new Set<RtmpSession>()
  const sockets = new Set<Socket>()
  const { tls, admit, log } = options

  /** Before TLS, whose handshake costs more than all that follows. */
  const receive = (socket: Socket) => {
    const place = room.enter(socket.remoteAddress ?? '')
    if (!place) {
      socket.destroy()
      return
    }
    const name = nameOf(socket)
    places.set(name, place)
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => {
      place.leave()
      places.delete(name)
      sockets.delete(socket)
    })
  }

  const serve = (socket: Socket | TLSSocket) => {
    const place = places.get(nameOf(socket))
    if (!place) {
      socket.destroy()
      return
    }
    socket.setNoDelay(true)
    const session = new RtmpSession({
      socket,
      protocol: tls ? 'rtmps' : 'rtmp',
      remoteAddress: socket.remoteAddress ?? '',
      admit,
      limits,
      log,
      onPublish: () => place.leave(),
    })
    sessions.add(session)
    socket.once('close', () => sessions.delete(session))
  }

  const server: Server = tls
    ? createTlsServer({ ...tls, allowHalfOpen: true, handshakeTimeout: limits.publishWithinMs })
    : createPlainServer({ allowHalfOpen: true })
  server.prependListener('connection', receive)
  server.on(tls ? 'secureConnection' : 'connection', serve)
  server.on('tlsClientError', (_error: Error, socket: TLSSocket) => socket.destroy())

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  server.on('error', (error) => log.error('The live listener failed.', { error }))
  const timer = setInterval(() => {
    const now = Date.now()
    for (const session of sessions) session.tick(now)
  }, tickMs)

  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    close: async () => {
      clearInterval(timer)
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      for (const session of sessions) session.close(stopping)
      const hard = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, limits.closeWithinMs)
      // Those without a session have nothing to end.
      if (sessions.size === 0) for (const socket of sockets) socket.destroy()
      await closed
      clearTimeout(hard)
    },
  }
}

/** A socket inside of TLS has the addresses of the one below it. */
function nameOf({ remoteAddress, remotePort }: Socket) {
  return `${remoteAddress} ${remotePort}`
}
