import { connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { openEnrichmentOf, startCollecting } from '../../apps/server/collector.ts'
import { features } from '../../apps/server/features.ts'
import { listen } from '../../apps/server/listen.ts'
import { createWebServer } from '../../apps/server/web-server.ts'

const listening = await listen('127.0.0.1', 0, { requestSeconds: 0.5 })
afterAll(() => listening.close())
const { port } = listening
const { app, database, logLines } = await startTestApp(features, {
  settings: { PORT: String(port) },
  clickhouse: await makeTestClickHouse(),
})
const collector = await startCollecting(app, openEnrichmentOf(app.settings))
afterAll(() => collector.stop())
listening.serve(
  collector.inFrontOf(
    getRequestListener(createWebServer({ ...app, collector }).fetch, { hostname: 'localhost' }),
  ),
)

const make = aFactory(database)
const { environment } = await make.world()
const token = await make.accessToken(environment)
const authorization = `authorization: Basic ${btoa(`${token.id}:${token.secret}`)}`

/** Requests that would be accepted, if they were complete. */
const requests = [
  ['POST /ui/v1/session', 'x-requested-with: playhead'],
  ['POST /video/v1/assets', authorization],
  ['POST /data/v1/annotations', authorization],
  ['POST /', 'accept: */*'],
] as const

/** Sends the headers and the first piece of a body, then nothing until the server closes the connection. */
const standStill = ([line, header]: (typeof requests)[number]) =>
  new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('error', () => {})
    socket.setEncoding('utf8').on('data', (piece: string) => (answer += piece))
    socket.on('close', () => resolve(answer))
    const head = [
      `${line} HTTP/1.1`,
      `host: 127.0.0.1:${port}`,
      header,
      'content-type: application/json',
      'transfer-encoding: chunked',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n5\r\n{"ema\r\n`)
  })

test('200 bodies that never come whole are ended, and are no errors', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => requests.map(standStill)).flat(),
  )
  expect(answers.filter((answer) => answer !== '')).toEqual([])
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  await app.afterResponse.settle(10)
  expect(logLines).toEqual([])
})
