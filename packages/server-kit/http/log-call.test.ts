import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { del, endpoints, nothing } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { readRows } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { feature } from '../feature.ts'
import { implement } from '../implement.ts'

const things = endpoints({
  remove: del('/video/v1/things/:id', {
    access: scoped('video:write'),
    summary: 'Remove a thing',
    params: z.object({ id: ref('asset') }),
    returns: nothing,
  }),
})

const { app, call, database, logLines } = await startTestApp([
  feature('things', { endpoints: [implement(things, { remove: async () => undefined })] }),
])
const make = aFactory(database)

test('a call whose address holds a NUL is refused, and its row in the log of calls says what came', async () => {
  const { environment } = await make.world()
  const token = await make.accessToken(environment, ['video:write'])
  const agent = { 'user-agent': 'Player/%00\\0' }
  const answer = await call('/video/v1/things/a%00b', { token, method: 'DELETE', headers: agent })
  expect(answer.status).toBe(400)
  await app.afterResponse.settle(10)
  expect(await readRows(database, 'request_logs', { environment_id: environment.id })).toEqual([
    expect.objectContaining({
      method: 'DELETE',
      path: '/video/v1/things/a%00b',
      status: 400,
      request_id: answer.headers.get('x-request-id'),
      object_type: null,
      object_id: null,
      caller_id: token.id,
      error: answer.body.error,
    }),
  ])
  expect(logLines.filter((line) => line.includes('log of a call'))).toEqual([])
})
