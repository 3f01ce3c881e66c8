import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { StartRefused } from './start-refused.ts'

export interface Listening {
  port: number
  /** Until then requests are answered 503, or wait for it. */
  serve: (listener: RequestListener) => void
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

/** More would wait than memory should be given for; those beyond are closed without an answer. */
const waitingMax = 5_000

/** Holds requests whose body nobody has read yet. */
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
  EADDRNOTAVAIL: 'does not exist on this machine; set HOST to an address of its own',
})

/** Uploads take as long as they take; their endpoint itself ends those that stand still. */
export const isUpload = ({ url = '' }: IncomingMessage) => url.startsWith('/uploads/')

/** Node could hurry only all requests of a server alike. */
const endLate = (request: IncomingMessage, seconds: number) => {
  if (!('content-length' in request.headers) && !('transfer-encoding' in request.headers)) return
  const timer = setTimeout(() => request.destroy(), seconds * 1000).unref()
  request.once('close', () => clearTimeout(timer))
}

/** Whoever asks and then reads nothing would have its answer kept in memory for as long as it likes. */
const endStalled = (response: ServerResponse) =>
  response.on('timeout', (socket: Socket) => {
    // What is still being worked on is waited for.
    if (socket.writableLength > 0) socket.destroy()
  })

interface ListenOptions {
  /** The setting that names the port. */
  setting?: string
  tls?: { cert: Buffer; key: Buffer } | undefined
  /** Requests that wait for the start instead of being told of it. */
  isPatient?: (request: IncomingMessage) => boolean
  /** Within which a request has to be there with all that it carries. */
  requestSeconds?: number
  /** After which an answer that nobody reads any more is given up. */
  stalledSeconds?: number
}

/** The port is taken before anything is written: an occupied one leaves no trace. */
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
    // A connection that ends with its answer says so.
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
      const reason = reasons(setting)[error.code ?? ''] ?? `cannot be listened on (${error.code})`
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
    close: () =>
      new Promise((resolve) => {
        isClosing = true
        for (const response of open) response.shouldKeepAlive = false
        waiting.close()
        server.close(() => resolve())
        server.closeIdleConnections()
        // Answers under way get this long; a browser's idle connections would keep the server open for ever.
        setTimeout(() => server.closeAllConnections(), 3000).unref()
      }),
  }
}
