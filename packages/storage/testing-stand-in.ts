import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void

/** A server that sends the error responses of a real storage. */
export const startStandIn = async () => {
  let answer: Answer = (_, response) => response.end()
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => undefined)
    // A client that disconnects gets no response.
    if (body === undefined) return
    asked.push(`${request.method} ${request.url}`)
    answer(request, response, body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answerWith(given: Answer) {
      asked.length = 0
      answer = given
    },
  }
}

export const sendRefusal = (response: ServerResponse, status: number, code: string) =>
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(
      `<?xml version="1.0"?><Error><Code>${code}</Code><Message>Because &amp; so on.</Message></Error>`,
    )
