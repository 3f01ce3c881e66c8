import { describe, expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { readChanges } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { features } from '../../apps/server/features.ts'
import { operations, reasonOf, type Resource, resources } from './resources.ts'
import { thingsOf } from './things.ts'

const server = await startTestApp(features, { clickhouse: await makeTestClickHouse() })
const { call, database } = server
const make = aFactory(database)
const { makePlace, makeNeighbour, create, at, read, send, idsOf, entriesOf } = thingsOf(server)

test.each(resources)(
  'SHELL-127 $address are created, listed by pages and read',
  async (resource) => {
    const place = await makePlace()
    const one = await create(resource, place)
    const other = await create(resource, place, 2)
    expect(await idsOf(resource, place)).toEqual(expect.arrayContaining([one.id, other.id]))
    expect(await read(resource, one)).toMatchObject({ id: one.id })
    expect(await read(resource, other)).toMatchObject({ id: other.id })
  },
)

const edits = (resource: Resource) =>
  [['PATCH', resource.PATCH] as const, ['PUT', resource.PUT] as const].flatMap(
    ([operation, edit]) => (typeof edit === 'string' ? [] : [{ operation, ...edit }]),
  )

test.each(resources.filter((resource) => edits(resource).length > 0))(
  'SHELL-127 $address are changed and replaced, one by one and each with its entry',
  async (resource) => {
    const place = await makePlace()
    const created = await create(resource, place)
    const other = await create(resource, place, 2)
    const untouched = await read(resource, other)
    for (const { operation, becomes, leavesNoEntry } of edits(resource)) {
      const before = await entriesOf(created)
      const answer = await send(resource, operation, created, await read(resource, created))
      expect(answer).toMatchObject({ status: 200, body: { data: { id: created.id } } })
      expect(await read(resource, created)).toMatchObject(becomes)
      expect(await entriesOf(created)).toHaveLength(before.length + (leavesNoEntry ? 0 : 1))
    }
    expect(await read(resource, other)).toEqual(untouched)
  },
)

const deletable = resources.flatMap((resource) =>
  typeof resource.DELETE === 'string' ? [] : [{ ...resource, after: resource.DELETE.after }],
)

/** Creates two and deletes one of them. */
const deleteOne = async (resource: Resource) => {
  const place = await makePlace()
  const created = await create(resource, place)
  const other = await create(resource, place, 2)
  const thing = await read(resource, created)
  const before = await entriesOf(created)
  expect((await send(resource, 'DELETE', created, thing)).status).toBe(204)
  expect(await entriesOf(created)).toHaveLength(before.length + 1)
  expect(await read(resource, other)).toMatchObject({ id: other.id })
  return { place, created, thing }
}

test.each(deletable.filter(({ after }) => !after))(
  'SHELL-127 $address are deleted, with an entry, and gone',
  async (resource) => {
    const { place, created, thing } = await deleteOne(resource)
    expect((await at(resource, created, created.place)).status).toBe(404)
    expect((await send(resource, 'DELETE', created, thing)).status).toBe(404)
    expect(await idsOf(resource, place)).not.toContain(created.id)
  },
)

test.each(deletable.filter(({ after }) => after))(
  'SHELL-127 $address are deleted, with an entry, and still read',
  async (resource) => {
    const { created } = await deleteOne(resource)
    expect(await read(resource, created)).toMatchObject(resource.after!)
  },
)

const absent = resources.flatMap((resource) =>
  operations
    .map((operation) => ({ resource, operation, reason: reasonOf(resource, operation) }))
    .filter(({ reason }) => reason),
)

test.each(absent)('$operation $resource.address/:id is not there', async (given) => {
  const { resource, operation } = given
  const created = await create(resource, await makePlace())
  const answer = await at(resource, created, { ...created.place, method: operation })
  expect(answer.status).toBe(405)
})

const allowed = (resource: Resource) =>
  operations.filter((operation) => reasonOf(resource, operation) === undefined)

describe.each(resources)('$address', (resource) => {
  test('SHELL-127 of another tenant are not found, and stay unchanged', async () => {
    const own = await makePlace()
    const foreign = await create(resource, await makePlace())
    const thing = await read(resource, foreign)
    for (const operation of allowed(resource)) {
      const { status, body } = await send(resource, operation, foreign, thing, own)
      expect([operation, status, body.error.type]).toEqual([operation, 404, 'not_found'])
    }
    expect(await read(resource, foreign)).toEqual(thing)
    expect(await idsOf(resource, own)).not.toContain(foreign.id)
  })

  test('SHELL-127 of another place of the same caller are not found from here', async () => {
    const own = await makePlace()
    const foreign = await create(resource, await makeNeighbour(resource, own))
    const thing = await read(resource, foreign)
    for (const operation of allowed(resource)) {
      const answer = await send(resource, operation, foreign, thing, own)
      const isRead = operation === 'GET' && resource.isReadFromElsewhere
      expect([operation, answer.status]).toEqual([operation, isRead ? 200 : 404])
    }
    expect(await read(resource, foreign)).toEqual(thing)
  })
})

test('SHELL-127 a token that is deleted is one that is revoked: once, and for good', async () => {
  const place = await makePlace()
  const { environment } = place
  const token = await make.accessToken(environment)
  const path = `/ui/v1/access-tokens/${token.id}`
  const isKnown = async () => (await call('/system/v1/whoami', { token })).status === 200
  expect(await isKnown()).toBe(true)
  for (const time of [1, 2])
    expect([time, (await call(path, { ...place, method: 'DELETE' })).status]).toEqual([time, 204])
  expect((await call(`${path}/revoke`, { ...place, method: 'POST' })).status).toBe(200)
  expect(await isKnown()).toBe(false)
  expect(await readChanges(database, place.organization.id)).toMatchObject([
    { action: 'access_token.revoked', subject_id: token.id },
  ])
})

test('SHELL-127 an organization that is deleted is one that is cancelled: read, and not changed', async () => {
  const place = await makePlace()
  const path = `/ui/v1/organizations/${place.organization.id}`
  const remove = () => call(path, { ...place, method: 'DELETE' })
  expect((await remove()).status).toBe(204)
  const rename = { organization: { name: 'Late' } }
  for (const answer of [
    await remove(),
    await call('/ui/v1/organization/cancel', { ...place, method: 'PUT' }),
    await call(path, { ...place, method: 'PATCH', body: rename }),
  ])
    expect(answer.status).toBe(403)
  expect(await readChanges(database, place.organization.id)).toMatchObject([
    { action: 'organization.cancelled' },
  ])
})
