import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { STATUS_CODES } from 'node:http'
import { WebSocket, WebSocketServer } from 'ws'
import type { Refusal } from './admission.ts'
import type { ChannelServer, ConnectRequest } from './channel-server.ts'
import { closeCodes, type Transport } from './connection.ts'

const tokenPrefix = 'base64url.bearer.phx.'

const subprotocols = (request: IncomingMessage) =>
  (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())

const tokenOf = (request: IncomingMessage, params: URLSearchParams) => {
  const offered = subprotocols(request).find((name) => name.startsWith(tokenPrefix))
  return offered
    ? Buffer.from(offered.slice(tokenPrefix.length), 'base64url').toString()
    : (params.get('token') ?? undefined)
}

export const connectRequestOf = (
  request: IncomingMessage,
  ip: string,
  params: URLSearchParams,
): ConnectRequest => ({
  token: tokenOf(request, params),
  authorization: request.headers.authorization,
  origin: request.headers.origin,
  host: request.headers.host,
  ip,
  params,
})

const refuse = (socket: Duplex, { status, retryAfterSeconds }: Refusal) => {
  const retry = retryAfterSeconds === undefined ? '' : `Retry-After: ${retryAfterSeconds}\r\n`
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${retry}Connection: close\r\nContent-Length: 0\r\n\r\n`,
  )
}

let last = { frame: '', bytes: Buffer.alloc(0) }

/** A frame that goes to thousands of sockets, one after the other, is encoded once. */
const bytesOf = (frame: string) => {
  if (frame !== last.frame) last = { frame, bytes: Buffer.from(frame) }
  return last.bytes
}

const asText = { binary: false }

const transportOf = (socket: WebSocket, drained: () => void): Transport => ({
  name: 'websocket',
  waitingBytes: () => socket.bufferedAmount,
  send: (frame) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(bytesOf(frame), asText, drained)
  },
  close: (code, reason) => {
    socket.close(code, reason)
    // A client that does not answer the close frame would keep the socket open for half a minute.
    setTimeout(() => socket.terminate(), 2_000).unref()
  },
})

/** Handles upgrades of `/socket/websocket`. No compression: its memory would be tens of kB per socket. */
export const webSockets = <Caller>(
  server: ChannelServer<Caller>,
  ipOf: (request: IncomingMessage) => string,
) => {
  const accepting = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: server.limits.frameMaxBytes,
    handleProtocols: (offered) => (offered.has('phoenix') ? 'phoenix' : false),
  })

  const begin = (socket: WebSocket, caller: Caller, release: () => void) => {
    const transport = transportOf(socket, () => session.outbox.drained())
    const { session, end } = server.begin(caller, transport, release)
    socket.on('message', (data, isBinary) => {
      if (isBinary || !Buffer.isBuffer(data)) session.close(closeCodes.forbidden, 'not a message')
      else session.receive(data.toString())
    })
    // A broken connection ends in `close`; without a listener its error would end the process.
    socket.on('error', () => undefined)
    // The reason is a text of the client, so there may be any number of them.
    socket.on('close', (code) => end(String(code)))
  }

  return async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined)
    const params = new URL(request.url ?? '/', 'http://socket').searchParams
    try {
      const admitted = await server.admit(connectRequestOf(request, ipOf(request), params))
      if ('refused' in admitted) return refuse(socket, admitted.refused)
      if (socket.destroyed) return admitted.release()
      let isTaken = false
      socket.once('close', () => {
        if (!isTaken) admitted.release()
      })
      accepting.handleUpgrade(request, socket, head, (accepted) => {
        isTaken = true
        begin(accepted, admitted.caller, admitted.release)
      })
    } catch {
      refuse(socket, { status: 503, retryAfterSeconds: 1 })
    }
    return undefined
  }
}
