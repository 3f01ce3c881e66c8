import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { anyone } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { feature } from '../feature.ts'
import { implement } from '../implement.ts'

const slow = endpoints({
  read: get('/data/v1/slow', {
    access: anyone('It is a test of patience.'),
    summary: 'Take long',
    returns: dataOf(z.string()),
  }),
})

let begun = () => {}
let ended: (reason: string) => void = () => {}
const beginning = new Promise<void>((resolve) => (begun = resolve))
const ending = new Promise<string>((resolve) => (ended = resolve))

const { api, logLines } = await startTestApp([
  feature('slow', {
    endpoints: [
      implement(slow, {
        read: ({ request }) =>
          new Promise((_, reject) => {
            request.signal.addEventListener('abort', () => {
              ended('aborted')
              reject(new Error('the query was ended'))
            })
            begun()
          }),
      }),
    ],
  }),
])

const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 })
await new Promise((resolve) => server.once('listening', resolve))
afterAll(() => {
  server.close()
  if ('closeAllConnections' in server) server.closeAllConnections()
})

test('a client that goes away ends the work that was done for it, and that is no failure', async () => {
  const leaving = new AbortController()
  const { port } = server.address() as AddressInfo
  const answer = fetch(`http://127.0.0.1:${port}/data/v1/slow`, { signal: leaving.signal })
  await beginning
  leaving.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
  expect(await ending).toBe('aborted')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(logLines.join('\n')).not.toContain('request failed')
})
