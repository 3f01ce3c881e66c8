import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { takeUpgrades, type UpgradeListener } from './http/upgrades.ts'
import { StartRefused } from './start-refused.ts'

interface Listening {
  port: number
  /** Until this is called, requests get a 503 or wait for it. */
  serve: (listener: RequestListener) => void
  /** WebSockets of this path; until this is called they are requests like others. */
  takeUpgrades: (path: string, listener: UpgradeListener) => void
  close: () => Promise<void>
}

const starting: RequestListener = (_, response) => {
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
  response.end(
    JSON.stringify({
      error: {
        type: 'unavailable',
        messages: ['Playhead is starting. Please try again in a moment.'],
      },
    }),
  )
}

/** A limit on waiting requests, to bound the memory; further ones are closed without a response. */
const waitingMax = 5_000

/** Holds requests whose body has not been read yet. */
class WaitingRequests {
  #waiting: Parameters<RequestListener>[] = []

  add: RequestListener = (request, response) => {
    if (this.#waiting.length < waitingMax) this.#waiting.push([request, response])
    else response.destroy()
  }

  serve(listener: RequestListener) {
    for (const [request, response] of this.#waiting.splice(0))
      if (!response.destroyed) listener(request, response)
  }

  close() {
    for (const [, response] of this.#waiting.splice(0)) response.destroy()
  }
}

const reasons = (setting: string): Record<string, string> => ({
  EADDRINUSE: `is already in use; set ${setting} to another one`,
  EACCES: `may not be used by this user; set ${setting} to one above 1023`,
  EADDRNOTAVAIL: 'does not exist on this machine; set HOST to one of its addresses',
})

/** Uploads may take any time; their endpoint itself ends stalled ones. */
export const isUpload = ({ url = '' }: IncomingMessage) => url.startsWith('/uploads/')

/** A timeout per request, because Node only has one for all requests of a server. */
const endLate = (request: IncomingMessage, seconds: number) => {
  if (!('content-length' in request.headers) && !('transfer-encoding' in request.headers)) return
  const timer = setTimeout(() => request.destroy(), seconds * 1000).unref()
  request.once('close', () => clearTimeout(timer))
}

/** The response to a client that does not read it would otherwise stay in memory indefinitely. */
const endStalled = (response: ServerResponse) =>
  response.on('timeout', (socket: Socket) => {
    // A response that is still being computed is not stalled.
    if (socket.writableLength > 0) socket.destroy()
  })

interface ListenOptions {
  /** The setting that names the port. */
  setting?: string
  tls?: { cert: Buffer; key: Buffer } | undefined
  /** Requests that wait for the start instead of getting a 503. */
  isPatient?: (request: IncomingMessage) => boolean
  /** Time within which a whole request, with its body, must arrive. */
  requestSeconds?: number
  /** Time after which a response that is not being read is aborted. */
  stalledSeconds?: number
}

/** The port is taken before anything is written, so that a start on an occupied port leaves no trace. */
export const listen = async (
  host: string,
  port: number,
  {
    setting = 'PORT',
    tls,
    isPatient = () => false,
    requestSeconds = 120,
    stalledSeconds = 120,
  }: ListenOptions = {},
): Promise<Listening> => {
  const waiting = new WaitingRequests()
  let current: RequestListener = (request, response) =>
    isPatient(request) ? waiting.add(request, response) : starting(request, response)
  const open = new Set<ServerResponse>()
  let isClosing = false
  const listener: RequestListener = (request, response) => {
    // A response after which the connection closes must say so.
    response.shouldKeepAlive &&= !isClosing
    open.add(response)
    response.once('close', () => open.delete(response))
    if (!isUpload(request)) endLate(request, requestSeconds)
    endStalled(response)
    current(request, response)
  }
  const server: Server = tls ? createSecureServer(tls, listener) : createServer(listener)
  server.keepAliveTimeout = 65_000
  server.requestTimeout = 0
  server.timeout = stalledSeconds * 1000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = reasons(setting)[error.code ?? ''] ?? `cannot be opened (${error.code})`
      reject(new StartRefused(`The port ${port} on ${host} ${reason}.`))
    })
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    serve: (listener) => {
      current = listener
      waiting.serve(listener)
    },
    takeUpgrades: (path, listener) =>
      takeUpgrades(server, { isTls: tls !== undefined, path }, listener),
    close: () =>
      new Promise((resolve) => {
        isClosing = true
        for (const response of open) response.shouldKeepAlive = false
        waiting.close()
        server.close(() => resolve())
        server.closeIdleConnections()
        // Responses in flight get this long; idle connections of browsers would keep the server open indefinitely.
        setTimeout(() => server.closeAllConnections(), 3000).unref()
      }),
  }
}
