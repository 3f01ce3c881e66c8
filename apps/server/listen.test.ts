import { text } from 'node:stream/consumers'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { listen } from './listen.ts'

const listening = await listen('127.0.0.1', 0, { requestSeconds: 0.3 })
afterAll(() => listening.close())
listening.serve((request, response) => {
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

test('a file that is uploaded may take its time', async () => {
  expect(await sendSlowly('/uploads/secret')).toMatch(/^HTTP\/1\.1 200 [\s\S]*abcd$/)
})
