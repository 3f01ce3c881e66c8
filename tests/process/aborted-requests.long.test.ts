import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import { startProgram, temporaryFolder, until } from './running-program.ts'

const requests = howMany('broken-requests', { usual: 500, long: 2_000 })

const { folder, remove } = await temporaryFolder()
const program = await startProgram({ PLAYHEAD_DATA: folder, PLAYHEAD_DEMO: '0' })
afterAll(async () => {
  await program.kill('SIGTERM')
  await remove()
})
// The last lines of a first start; what comes after them is about requests.
await until('the link for the first staff is printed', async () =>
  program.output().includes('/first-staff#'),
)
const { hostname, port } = new URL(program.url)

const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, `host: ${hostname}:${port}`, ...headers, '', ''].join('\r\n')

const json = 'content-type: application/json'
const playbackId = 'A'.repeat(46)

/** What a client sends before its connection breaks. */
const broken: Record<string, string> = {
  'half of a head': 'POST /ui/v1/session HTTP/1.1\r\nhost: ',
  'half of a body': `${head('POST /ui/v1/session', json, 'content-length: 500', 'x-requested-with: playhead')}{"email":`,
  'half of a body in pieces': `${head('POST /ui/v1/session', json, 'transfer-encoding: chunked', 'x-requested-with: playhead')}5\r\n{"ema\r\n`,
  'half of a body of a program': `${head('POST /video/v1/uploads', json, 'content-length: 500', 'authorization: Basic YTpi')}{`,
  'half of a file': `${head('PUT /uploads/unknown', 'content-length: 5000000')}${'x'.repeat(1000)}`,
  'half of a beacon': `${head('POST /', json, 'content-length: 5000')}{"events":[`,
  'half of a report': `${head('POST /cmcd/key', 'content-type: application/cmcd', 'content-length: 5000')}x`,
  'a question without waiting': head('GET /ui/v1/sign-in-options'),
  'a document without reading it': head('GET /openapi.json'),
  'a page without reading it': head('GET /login'),
  'a playlist without waiting': head(`GET /${playbackId}.m3u8`),
  'a picture without waiting': head(`GET /${playbackId}/thumbnail.jpg`),
  'a player without waiting': head(`GET /watch/${playbackId}`),
  'no HTTP': 'hello\r\n\r\n',
}

const ways = ['end', 'reset', 'late reset'] as const

const send = (text: string, way: (typeof ways)[number]) =>
  new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.resume()
    socket.write(text, async () => {
      if (way === 'late reset') await pause(30)
      if (way === 'end') socket.end()
      else socket.resetAndDestroy()
      // Half open: the client closed its side and waits.
      if (way === 'end') setTimeout(() => socket.destroy(), 300)
    })
  })

/** Output of the program since then, without its engines' messages about the stop. */
const saidSince = (before: number) =>
  program
    .output()
    .slice(before)
    .split('\n')
    .filter((line) => line !== '' && !line.includes('terminating connection'))

test(
  `${requests} requests that break off are no errors of the server`,
  { timeout: 300_000 },
  async () => {
    const before = program.output().length
    const kinds = Object.values(broken).flatMap((text) => ways.map((way) => ({ text, way })))
    for (let sent = 0; sent < requests; sent += kinds.length)
      await Promise.all(kinds.map(({ text, way }) => send(text, way)))
    expect((await fetch(`${program.url}/readyz`)).status).toBe(200)
    expect(saidSince(before)).toEqual([])
  },
)

/** Everything that the server sends until it closes the connection. */
const answerOf = (text: string) =>
  new Promise<string>((resolve) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('error', () => {})
    socket.setEncoding('utf8').on('data', (piece: string) => (answer += piece))
    socket.on('close', () => resolve(answer))
    socket.write(text)
  })

test('a request refused before its body arrived closes its connection', async () => {
  const request = head('POST /ui/v1/nothing', json, 'content-length: 500000')
  const answer = await answerOf(`${request}{"email":`)
  expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  expect(answer.toLowerCase()).toContain('connection: close')
  expect(answer.toLowerCase()).not.toContain('keep-alive')
})

test('NUL in an address is refused, wherever it is asked', async () => {
  for (const [method, path] of [
    ['PUT', '/uploads/a%00b'],
    ['GET', `/${playbackId}%00.m3u8`],
    ['GET', `/${playbackId}/thumbnail%00.jpg`],
    ['GET', `/watch/${playbackId}%00`],
    ['GET', '/%00'],
  ] as const) {
    const { status } = await fetch(`${program.url}${path}`, { method })
    expect([path, status]).toEqual([path, 400])
  }
})

test('idle requests that a stop ends are no errors either', async () => {
  const before = program.output().length
  const waiting = ['half of a body', 'half of a body in pieces', 'half of a beacon'].map((kind) =>
    answerOf(broken[kind]!),
  )
  await program.kill('SIGTERM')
  await Promise.all(waiting)
  expect(saidSince(before)).toEqual([])
})
