import { expect, test } from 'vitest'
import { aFactory } from '@playhead/testing/factories.ts'
import { readChanges } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { playbackRestrictionsServer } from './index.ts'

const { call, database } = await startTestApp([playbackRestrictionsServer])
const make = aFactory(database)
const address = '/video/v1/playback-restrictions'

const setUp = async () => {
  const world = await make.world()
  const token = await make.accessToken(world.environment, ['video:read', 'video:write'])
  const caller = { token }
  const add = (body: Record<string, unknown>) => call(address, { ...caller, body })
  return { ...world, caller, add }
}

const rule = { referrer: { allowed_domains: ['example.com', '*.example.org'] } }

test('a restriction is made, changed part by part and deleted', async () => {
  const { add, caller, organization } = await setUp()
  const created = await add(rule)
  expect(created.status).toBe(201)
  expect(created.body.data).toEqual({
    id: expect.any(String),
    created_at: expect.stringMatching(/^\d{10}$/),
    updated_at: expect.stringMatching(/^\d{10}$/),
    referrer: { allowed_domains: ['example.com', '*.example.org'], allow_no_referrer: false },
    user_agent: { allow_no_user_agent: true, allow_high_risk_user_agent: true },
  })
  const mine = `${address}/${created.body.data.id}`
  const put = (rest: string, body: Record<string, unknown>) =>
    call(`${mine}/${rest}`, { ...caller, method: 'PUT', body })
  await put('user_agent', { allow_no_user_agent: false, allow_high_risk_user_agent: false })
  const changed = await put('referrer', { allowed_domains: ['*'], allow_no_referrer: true })
  expect(changed.body.data).toMatchObject({
    referrer: { allowed_domains: ['*'], allow_no_referrer: true },
    user_agent: { allow_no_user_agent: false, allow_high_risk_user_agent: false },
  })
  expect((await call(mine, caller)).body).toEqual(changed.body)
  expect((await call(mine, { ...caller, method: 'DELETE' })).status).toBe(204)
  expect((await call(mine, caller)).status).toBe(404)
  const changes = await readChanges(database, organization.id)
  expect(changes.map(({ action }) => action)).toEqual([
    'playback_restriction.created',
    'playback_restriction.updated',
    'playback_restriction.updated',
    'playback_restriction.deleted',
  ])
})

test('listed newest first, page by page, with how many there are', async () => {
  const { add, caller } = await setUp()
  const ids = []
  for (let at = 0; at < 3; at += 1) ids.unshift((await add(rule)).body.data.id)
  const list = async (query: string) => (await call(`${address}?${query}`, caller)).body
  const first = await list('limit=2')
  expect(first).toMatchObject({ total_row_count: 3, page: 1, limit: 2 })
  const second = await list('limit=2&page=2')
  const listed = [...first.data, ...second.data].map(({ id }: { id: string }) => id)
  expect(listed).toEqual(ids)
  expect((await list('limit=2&page=3')).data).toEqual([])
})

test.each([
  ['no referrer', {}, 'referrer'],
  ['an address in place of a domain', { referrer: { allowed_domains: ['https://a.com'] } }],
  ['a wildcard in the middle', { referrer: { allowed_domains: ['a.*.com'] } }],
  ['an empty domain', { referrer: { allowed_domains: [''] } }],
  [
    '101 domains',
    { referrer: { allowed_domains: Array.from({ length: 101 }, (_, at) => `a${at}.com`) } },
  ],
])('400 for %s', async (_, body, field = 'allowed_domains') => {
  const { add } = await setUp()
  const answer = await add(body)
  expect(answer.status).toBe(400)
  expect(answer.body.error.fields).toHaveProperty(field)
})

test('404 for restrictions of another environment', async () => {
  const { caller } = await setUp()
  const stranger = await setUp()
  const foreign = (await stranger.add(rule)).body.data.id
  expect((await call(`${address}/${foreign}`, caller)).status).toBe(404)
  const remove = { ...caller, method: 'DELETE' }
  expect((await call(`${address}/${foreign}`, remove)).status).toBe(404)
  expect((await call(address, caller)).body.data).toEqual([])
  expect((await call(`${address}/${foreign}`, stranger.caller)).status).toBe(200)
})
