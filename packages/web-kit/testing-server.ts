import { createServer, type IncomingMessage } from 'node:http'

export interface ReceivedRequest {
  method: string
  path: string
  search: URLSearchParams
  headers: Record<string, string | string[] | undefined>
  body: unknown
}

export interface GivenResponse {
  status?: number
  body?: unknown
  headers?: Record<string, string>
  /** Sent unchanged with this content type, instead of JSON. */
  text?: string
  afterMs?: number
  /** Sent once this resolves. */
  after?: Promise<unknown>
}

export type ApiHandlers = Record<
  string,
  GivenResponse | ((request: ReceivedRequest) => GivenResponse)
>

const readJson = async (message: IncomingMessage): Promise<unknown> => {
  message.setEncoding('utf8')
  let text = ''
  for await (const part of message) text += part
  return text === '' ? undefined : JSON.parse(text)
}

const crossOrigin = (message: IncomingMessage) => ({
  'Access-Control-Allow-Origin': message.headers.origin ?? '*',
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Allow-Methods': 'GET,POST,PUT,PATCH,DELETE,OPTIONS',
  'Access-Control-Expose-Headers': 'X-Request-Id',
  'Access-Control-Allow-Headers': message.headers['access-control-request-headers'] ?? '*',
})

/** A real HTTP server for tests of the browser side: `{ 'GET /ui/v1/session': { body } }`. */
export const startApi = async (handlers: ApiHandlers) => {
  const requests: ReceivedRequest[] = []
  const answerTo = async (message: IncomingMessage): Promise<GivenResponse> => {
    const url = new URL(message.url ?? '/', 'http://localhost')
    const request: ReceivedRequest = {
      method: message.method ?? 'GET',
      path: url.pathname,
      search: url.searchParams,
      headers: message.headers,
      body: await readJson(message),
    }
    requests.push(request)
    const handler = handlers[`${request.method} ${request.path}`]
    if (!handler)
      return { status: 404, body: { error: { type: 'not_found', messages: ['No such thing.'] } } }
    return typeof handler === 'function' ? handler(request) : handler
  }
  const server = createServer((message, response) => {
    if (message.method === 'OPTIONS') {
      response.writeHead(204, crossOrigin(message)).end()
      return
    }
    const reply = async () => {
      const { status = 200, headers, body, text, afterMs = 0, after } = await answerTo(message)
      await after
      setTimeout(() => {
        const isEmpty = body === undefined && text === undefined
        response.writeHead(isEmpty && status === 200 ? 204 : status, {
          ...crossOrigin(message),
          ...headers,
          'Content-Type': text === undefined ? 'application/json' : 'text/plain',
        })
        response.end(text ?? (body === undefined ? undefined : JSON.stringify(body)))
      }, afterMs)
    }
    void reply()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
