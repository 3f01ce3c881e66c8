import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { connect } from 'node:net'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { listen } from './listen.ts'

const listening = await listen('127.0.0.1', 0, { requestSeconds: 0.3, stalledSeconds: 2 })
afterAll(() => listening.close())
const large = Buffer.alloc(32_000_000, 'a')
let largeClosed = () => {}
listening.serve((request, response) => {
  if (request.url === '/large') {
    response.once('close', () => largeClosed())
    return void response.end(large)
  }
  if (request.url === '/late') return void setTimeout(() => response.end('at last'), 1200)
  void text(request).then(
    (body) => response.end(body),
    () => {},
  )
})

const sendSlowly = async (path: string) => {
  const socket = connect(listening.port, '127.0.0.1')
  socket.on('error', () => {})
  let answer = ''
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString()))
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: test\r\ncontent-length: 4\r\nconnection: close\r\n\r\nab`,
  )
  await pause(600)
  socket.write('cd')
  await closed
  return answer
}

test('a request that does not come to its end is cut off', async () => {
  expect(await sendSlowly('/video/v1/assets')).toBe('')
})

test('a request has two minutes by default', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const usual = await listen('127.0.0.1', 0)
  try {
    const come = new Promise<IncomingMessage>((resolve) => usual.serve(resolve))
    const socket = connect(usual.port, '127.0.0.1').on('error', () => {})
    socket.write('POST / HTTP/1.1\r\nhost: test\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n')
    const request = await come
    vi.advanceTimersByTime(119_999)
    expect(request.destroyed).toBe(false)
    vi.advanceTimersByTime(1)
    expect(request.destroyed).toBe(true)
    await once(socket, 'close')
  } finally {
    vi.useRealTimers()
    await usual.close()
  }
})

test('a file that is uploaded may take its time', async () => {
  expect(await sendSlowly('/uploads/secret')).toMatch(/^HTTP\/1\.1 200 [\s\S]*abcd$/)
})

const ask = (path: string) => {
  const socket = connect(listening.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n`)
  return socket
}

test('an answer that the client does not read is given up', async () => {
  const closed = new Promise<string>((resolve) => (largeClosed = () => resolve('closed')))
  const socket = ask('/large').pause()
  expect(await closed).toBe('closed')
  socket.destroy()
})

test('an answer that is read slowly, or takes long to begin, arrives', async () => {
  const socket = ask('/large')
  let bytes = 0
  socket.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes > 24_000_000) return
    socket.pause()
    setTimeout(() => socket.resume(), 2)
  })
  await new Promise((resolve) => void socket.once('close', resolve))
  expect(bytes).toBeGreaterThan(large.length)
  expect(await text(ask('/late'))).toMatch(/at last$/)
})
