import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, expect } from 'vitest'
import type { App } from '@playhead/server-kit/app.ts'
import { mountUploads } from './http/mount-uploads.ts'

/** Upload addresses on a real server: the tests need real connections. */
export const startUploadServer = async (app: App) => {
  const web = new Hono()
  mountUploads(web, app)
  const handling = new Set<Promise<Response>>()
  const server = createServer(
    getRequestListener(async (request, bindings) => {
      const response = Promise.resolve(web.fetch(request, bindings))
      handling.add(response)
      return response.finally(() => handling.delete(response))
    }),
  )
  const closed = new Set<number | undefined>()
  server.on('connection', (socket: Socket) => {
    const { remotePort } = socket
    socket.once('close', () => closed.add(remotePort))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  afterAll(stop)
  /** A busy server reads what a client sent and left only after a while. */
  const hasEnded = async (clientPort: number | undefined) => {
    await expect.poll(() => closed.has(clientPort), { interval: 1, timeout: 30_000 }).toBe(true)
    await Promise.allSettled(handling)
  }
  return { origin: `http://127.0.0.1:${port}`, port, stop, hasEnded }
}

export interface SentResponse {
  status: number
  range: string | null
  headers: Headers
  message: string | undefined
}

interface ToSend {
  method?: string
  body?: Uint8Array | string
  range?: string
  headers?: Record<string, string>
}

export const sendBytes = async (url: string, given: ToSend = {}): Promise<SentResponse> => {
  const answer = await fetch(url, {
    method: given.method ?? 'PUT',
    headers: { ...(given.range && { 'content-range': given.range }), ...given.headers },
    body: (given.body ?? null) as ConstructorParameters<typeof Response>[0],
    redirect: 'manual',
  })
  const text = await answer.text()
  const { status, headers } = answer
  const message = text === '' ? undefined : (JSON.parse(text).error.messages[0] as string)
  return { status, range: headers.get('range'), headers, message }
}

export const sendPart = (url: string, file: Uint8Array, start: number, end: number) =>
  sendBytes(url, {
    range: `bytes ${start}-${end - 1}/${file.length}`,
    body: file.subarray(start, end),
  })

/** Announces more in its headers than it sends: sends one chunk and waits until the test ends it. */
export const sendUnfinishedPart = async (
  url: string,
  headers: Record<string, string | number>,
  piece: Uint8Array,
) => {
  const { port, pathname } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => {})
  let answer = ''
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString()))
  const lines = Object.entries({ host: 'test', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.write(`PUT ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  await new Promise((resolve) => void socket.write(piece, resolve))
  const { localPort } = socket
  return {
    socket,
    localPort,
    closed,
    answer: () => answer,
    leave: () => socket.destroy(),
  }
}
