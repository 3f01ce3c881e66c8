import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { scopes } from '@playhead/domain/scopes.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { readChanges } from '@playhead/testing/rows/rows.ts'
import { type TestCall, startTestApp } from '@playhead/testing/test-app.ts'
import { publicKeyOf, signingKeysServer } from './index.ts'

const { app, call, database } = await startTestApp([signingKeysServer])
const make = aFactory(database)
const address = '/system/v1/signing-keys'

const setUp = async () => {
  const world = await make.world()
  const token = await make.accessToken(world.environment, [...scopes])
  const environment = {
    id: world.environment.id,
    organizationId: world.organization.id,
    postgres: app.postgres,
    clickhouse: app.clickhouse,
  }
  return { ...world, caller: { token } satisfies TestCall, environment }
}

test('a new key shows its private half once, in base64, and the public one is kept', async () => {
  const { caller, environment, organization } = await setUp()
  const created = await call(address, { ...caller, method: 'POST' })
  expect(created.status).toBe(201)
  const { id, created_at: createdAt, private_key: privateKey } = created.body.data
  expect(Number(createdAt)).toBeCloseTo(Date.now() / 1000, -1)
  const pem = Buffer.from(privateKey, 'base64').toString()
  const key = createPrivateKey(pem)
  expect(key.asymmetricKeyDetails?.modulusLength).toBe(2048)
  const kept = await publicKeyOf(environment, id)
  const signature = sign('RSA-SHA256', Buffer.from('text'), key)
  expect(kept && verify('RSA-SHA256', Buffer.from('text'), kept, signature)).toBe(true)
  expect(kept?.export({ format: 'jwk' })).toEqual(createPublicKey(pem).export({ format: 'jwk' }))

  expect((await call(`${address}/${id}`, caller)).body).toEqual({
    data: { id, created_at: createdAt },
  })
  expect(await readChanges(database, organization.id)).toMatchObject([
    { action: 'signing_key.created', subject_id: id },
  ])
})

test('keys are listed newest first, with their count, page by page', async () => {
  const { caller } = await setUp()
  const ids: string[] = []
  for (let number = 0; number < 3; number += 1)
    ids.unshift((await call(address, { ...caller, method: 'POST' })).body.data.id)
  const first = await call(`${address}?limit=2`, caller)
  expect(first.body).toMatchObject({ total_row_count: 3, page: 1, limit: 2 })
  expect(first.body.data.map((row: { id: string }) => row.id)).toEqual(ids.slice(0, 2))
  expect(first.body.data[0].private_key).toBeUndefined()
  const second = await call(`${address}?limit=2&page=2`, caller)
  expect(second.body.data.map((row: { id: string }) => row.id)).toEqual(ids.slice(2))
  expect((await call(`${address}?limit=2&page=3`, caller)).body.data).toEqual([])
})

test('a deleted key is gone at once, and says so in the audit trail', async () => {
  const { caller, environment, organization } = await setUp()
  const { id } = (await call(address, { ...caller, method: 'POST' })).body.data
  expect(await publicKeyOf(environment, id)).toBeDefined()
  const removed = await call(`${address}/${id}`, { ...caller, method: 'DELETE' })
  expect(removed).toMatchObject({ status: 204, body: undefined })
  expect(await publicKeyOf(environment, id)).toBeUndefined()
  expect((await call(`${address}/${id}`, caller)).status).toBe(404)
  expect((await call(`${address}/${id}`, { ...caller, method: 'DELETE' })).status).toBe(404)
  expect((await readChanges(database, organization.id)).at(-1)).toMatchObject({
    action: 'signing_key.deleted',
  })
})

test('a key of another environment is as unknown as one that never was', async () => {
  const { caller, environment } = await setUp()
  const stranger = await setUp()
  const { id } = (await call(address, { ...stranger.caller, method: 'POST' })).body.data
  expect(await publicKeyOf(environment, id)).toBeUndefined()
  expect(await publicKeyOf(environment, 'not-an-id')).toBeUndefined()
  expect((await call(`${address}/${id}`, caller)).status).toBe(404)
  expect((await call(`${address}/${id}`, { ...caller, method: 'DELETE' })).status).toBe(404)
  expect(await publicKeyOf(stranger.environment, id)).toBeDefined()
})

test('tokens need the scope, and people who are not admins make no keys', async () => {
  const { environment, organization, member } = await setUp()
  const reader = await make.accessToken(environment, ['system:read'])
  expect((await call(address, { token: reader })).status).toBe(200)
  expect((await call(address, { token: reader, method: 'POST' })).status).toBe(403)
  const person = { as: member, organization, environment }
  expect((await call(address, { ...person, method: 'POST' })).status).toBe(403)
})
