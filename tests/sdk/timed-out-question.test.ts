import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import Mux, { InternalServerError } from '@mux/mux-node'
import { afterAll, expect, test } from 'vitest'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { metricsServer } from '@playhead/features/data/metrics/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { endlessQuestion } from './endless-question.sql.ts'

const engine = await makeTestClickHouse()
/** As on an overloaded machine: the engine times out every query. */
const busy: ClickHouse = {
  ...engine,
  rows: (Row, _, options) => engine.rows(Row, endlessQuestion, { ...options, maximumSeconds: 0.3 }),
}
const { api, database, logLines } = await startTestApp([metricsServer], { clickhouse: busy })
const make = aFactory(database)

let asked = 0
const server = serve({
  fetch: (request) => {
    asked += 1
    return api.fetch(request)
  },
  hostname: '127.0.0.1',
  port: 0,
})
await new Promise((resolve) => server.once('listening', resolve))
afterAll(() => {
  server.close()
  if ('closeAllConnections' in server) server.closeAllConnections()
})

test('a question that ran out of time says so, and the SDK does not ask it again by itself', async () => {
  const token = await make.accessToken(await make.environment(await make.organization()))
  const { data } = new Mux({
    tokenId: token.id,
    tokenSecret: token.secret,
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
  const refused = await data.metrics.getOverallValues('views').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(InternalServerError)
  expect(refused).toMatchObject({
    status: 504,
    error: {
      error: {
        type: 'query_timed_out',
        messages: [
          'This query took too long. The server may be busy: try again in a minute, or choose a shorter timeframe.',
        ],
      },
    },
  })
  expect(asked).toBe(1)
  expect(logLines.join('\n')).toContain('Timeout exceeded')
})
