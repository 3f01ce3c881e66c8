import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

export interface ReceivedBatch {
  path: string
  headers: IncomingHttpHeaders
  bytes: Buffer
  rows: SentView[]
}

export interface SentView extends Record<string, unknown> {
  view_id: string
  version: number
}

export const readBatch = (bytes: Buffer) =>
  gunzipSync(bytes)
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SentView)

type Answer = (response: ServerResponse, batch: ReceivedBatch) => void

/** A customer's server that takes batches; it answers 200 unless the test sets another answer. */
export const startBatchReceiver = async () => {
  const received: ReceivedBatch[] = []
  let answer: Answer = (response) => response.writeHead(200).end()
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request).catch(() => undefined)
    // A client that disconnects gets no response.
    if (!bytes) return
    const path = request.url ?? '/'
    const batch = { path, headers: request.headers, bytes, rows: readBatch(bytes) }
    received.push(batch)
    answer(response, batch)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    at: (path: string) => received.filter((one) => one.path === path),
    answerWith: (next: Answer) => {
      answer = next
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
