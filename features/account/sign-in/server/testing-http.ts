import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

interface Received {
  method: string
  path: string
  headers: IncomingMessage['headers']
  form: URLSearchParams
}

/** A real HTTP server that stands in for a third party; it stores the requests for the test to inspect. */
export const startHttp = async (
  answer: (received: Received) => { status?: number; body: unknown },
) => {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (piece: string) => (text += piece))
    request.on('end', () => {
      const one = {
        method: request.method ?? '',
        path: new URL(request.url ?? '/', 'http://server').pathname,
        headers: request.headers,
        form: new URLSearchParams(text),
      }
      received.push(one)
      const { status = 200, body } = answer(one)
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}
