import { expect, test } from 'vitest'
import { scopes } from '@playhead/domain/scopes.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { countWaiting } from '@playhead/testing/rows/locks.sql.ts'
import { deleteEnvironmentRow, readChanges, readRows } from '@playhead/testing/rows/rows.ts'
import { type TestCall, startTestApp } from '@playhead/testing/test-app.ts'
import { webhookLimits } from '../contract.ts'
import { webhooksServer } from './index.ts'

const { call, database } = await startTestApp([webhooksServer])
const make = aFactory(database)
const path = '/system/v1/webhooks'
const address = 'https://example.com/hooks'

const setUp = async () => {
  const world = await make.world()
  const token = await make.accessToken(world.environment, [...scopes])
  return { ...world, caller: { token } satisfies TestCall }
}

test('ACCT-076 a webhook is created, read, changed and deleted', async () => {
  const { caller, organization } = await setUp()
  const created = await call(path, { ...caller, body: { address } })
  expect(created.status).toBe(201)
  const { id, created_at: createdAt, signing_secret: secret } = created.body.data
  expect(created.body.data).toMatchObject({ address, enabled: true })
  expect(new Date(createdAt).toISOString()).toBe(createdAt)
  expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(10_000)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)

  const plain = { id, address, created_at: createdAt, enabled: true }
  expect((await call(`${path}/${id}`, caller)).body).toEqual({ data: plain })
  expect((await call(path, caller)).body).toEqual({
    data: [plain],
    total_row_count: 1,
    page: 1,
    limit: 25,
  })

  const moved = await call(`${path}/${id}`, {
    ...caller,
    method: 'PATCH',
    body: { address: `${address}/2` },
  })
  expect(moved.body.data).toEqual({ ...plain, address: `${address}/2` })
  const off = await call(`${path}/${id}`, { ...caller, method: 'PATCH', body: { enabled: false } })
  expect(off.body.data).toEqual({ ...plain, address: `${address}/2`, enabled: false })

  expect((await call(`${path}/${id}`, { ...caller, method: 'DELETE' })).status).toBe(204)
  expect((await call(`${path}/${id}`, caller)).status).toBe(404)
  expect((await call(path, caller)).body.total_row_count).toBe(0)
  const changes = await readChanges(database, organization.id)
  expect(changes.map(({ action }) => action)).toEqual([
    'webhook.created',
    'webhook.updated',
    'webhook.updated',
    'webhook.deleted',
  ])
  expect(JSON.stringify(changes)).not.toContain(secret)
})

test('the secret is kept sealed', async () => {
  const { caller } = await setUp()
  const { id, signing_secret: secret } = (await call(path, { ...caller, body: { address } })).body
    .data
  const [row] = await readRows(database, 'webhooks', { id })
  expect(row?.secret_sealed).not.toContain(secret)
})

test('ACCT-077 an address that is no URL is refused in words', async () => {
  const { caller } = await setUp()
  for (const wrong of ['example', 'ftp://example.com/x', 'https://', '']) {
    const answer = await call(path, { ...caller, body: { address: wrong } })
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields.address).toContain('URL does not appear to be valid')
  }
})

test('private addresses are refused when they are written out', async () => {
  const { caller } = await setUp()
  for (const host of ['127.0.0.1:4700', '10.1.2.3', '[::1]', '169.254.169.254']) {
    const answer = await call(path, { ...caller, body: { address: `http://${host}/x` } })
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields.address[0]).toContain('private address')
  }
})

test('an address is there once in an environment, and as often as there are environments', async () => {
  const { caller } = await setUp()
  const stranger = await setUp()
  const { id } = (await call(path, { ...caller, body: { address } })).body.data
  const again = await call(path, { ...caller, body: { address } })
  expect(again.status).toBe(400)
  expect(again.body.error.fields.address).toEqual([
    'This environment already has a webhook for this URL.',
  ])
  const other = (await call(path, { ...caller, body: { address: `${address}/2` } })).body.data
  const taken = { ...caller, method: 'PATCH', body: { address } }
  expect((await call(`${path}/${other.id}`, taken)).status).toBe(400)
  expect((await call(`${path}/${id}`, taken)).status).toBe(200)
  expect((await call(path, { ...stranger.caller, body: { address } })).status).toBe(201)
})

test('a change needs an address or whether it is on', async () => {
  const { caller } = await setUp()
  const { id } = (await call(path, { ...caller, body: { address } })).body.data
  const answer = await call(`${path}/${id}`, { ...caller, method: 'PATCH', body: {} })
  expect(answer.status).toBe(400)
  expect(answer.body.error.messages).toEqual(['Give address or enabled.'])
})

test('ACCT-073 the list says how many there are, and answers an empty page past its end', async () => {
  const { caller } = await setUp()
  const ids: string[] = []
  for (let number = 0; number < 3; number += 1)
    ids.unshift(
      (await call(path, { ...caller, body: { address: `${address}/${number}` } })).body.data.id,
    )
  const first = (await call(`${path}?limit=2`, caller)).body
  expect(first).toMatchObject({ total_row_count: 3, page: 1, limit: 2 })
  expect(first.data.map((row: { id: string }) => row.id)).toEqual(ids.slice(0, 2))
  expect((await call(`${path}?limit=2&page=3`, caller)).body.data).toEqual([])
})

test('an environment has no more than its share', async () => {
  const { caller } = await setUp()
  for (let number = 0; number < webhookLimits.perEnvironmentMax; number += 1)
    await call(path, { ...caller, body: { address: `${address}/${number}` } })
  const refused = await call(path, { ...caller, body: { address: `${address}/more` } })
  expect(refused.status).toBe(400)
  expect(refused.body.error.messages).toEqual(['An environment can have 50 webhooks.'])
})

test('readers see webhooks and change nothing', async () => {
  const { environment, organization, member, caller } = await setUp()
  const { id } = (await call(path, { ...caller, body: { address } })).body.data
  const token = await make.accessToken(environment, ['system:read'])
  expect((await call(path, { token })).status).toBe(200)
  expect((await call(path, { token, body: { address } })).status).toBe(403)
  const person = { as: member, organization, environment }
  expect((await call(`${path}/${id}`, { ...person, method: 'DELETE' })).status).toBe(403)
})

test('a webhook of an environment that is deleted at the same moment is a 404', async () => {
  const { caller, environment } = await setUp()
  let creating: ReturnType<typeof call> | undefined
  await database.transaction(async (transaction) => {
    await deleteEnvironmentRow(transaction, environment.id)
    creating = call(path, { ...caller, body: { address } })
    await expect.poll(() => countWaiting(database)).toBe(1)
  })
  expect((await creating)?.status).toBe(404)
})
