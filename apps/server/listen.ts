import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartRefused } from './start-refused.ts'

export interface Listening {
  port: number
  /** Until then every request is answered 503. */
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

const reasons: Record<string, string> = {
  EADDRINUSE: 'is already in use; set PORT to another one',
  EACCES: 'may not be used by this user; set PORT to one above 1023',
  EADDRNOTAVAIL: 'does not exist on this machine; set HOST to an address of its own',
}

/** The port is taken before anything is written: an occupied one leaves no trace. */
export const listen = async (host: string, port: number): Promise<Listening> => {
  let current = starting
  const server: Server = createServer((request, response) => current(request, response))
  server.keepAliveTimeout = 65_000
  server.requestTimeout = 120_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? ''] ?? `cannot be listened on (${error.code})`
      reject(new StartRefused(`The port ${port} on ${host} ${reason}.`))
    })
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    serve: (listener) => (current = listener),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
        // Answers under way get this long; a browser's idle connections would keep the server open for ever.
        setTimeout(() => server.closeAllConnections(), 3000).unref()
      }),
  }
}
