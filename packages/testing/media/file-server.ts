import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'

type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void)

const send = async (file: string, response: ServerResponse): Promise<unknown> => {
  const found = await stat(file).catch(() => undefined)
  if (!found) return response.writeHead(404).end()
  response.writeHead(200, { 'content-length': found.size })
  return pipeline(createReadStream(file), response).catch(() => {})
}

/** A local stand-in for a third-party web server: serves files by path, or responds by a function. */
export const startFileServer = async (answers: Record<string, Answer> = {}) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push(path)
    const answer = answers[path]
    if (answer === undefined) return response.writeHead(404).end()
    if (typeof answer === 'function') return answer(request, response)
    return void send(answer, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    asked,
    /** Serves a file from now on; returns its URL. */
    give(path: string, answer: Answer) {
      answers[path] = answer
      return `http://127.0.0.1:${port}${path}`
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
