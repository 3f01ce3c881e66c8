import { expect, test } from 'vitest'
import { aFactory } from '@playhead/testing/factories.ts'
import { readChanges } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { transcriptionVocabulariesServer } from './index.ts'

const { call, database } = await startTestApp([transcriptionVocabulariesServer])
const make = aFactory(database)
const address = '/video/v1/transcription-vocabularies'

const setUp = async () => {
  const world = await make.world()
  const token = await make.accessToken(world.environment, ['video:read', 'video:write'])
  const caller = { token }
  const add = (body: Record<string, unknown>) => call(address, { ...caller, body })
  return { ...world, caller, add }
}

test('a vocabulary is made, replaced and deleted', async () => {
  const { add, caller, organization } = await setUp()
  const created = await add({ phrases: [' Playhead ', 'rebuffering'], name: 'Product' })
  expect(created.status).toBe(201)
  expect(created.body.data).toEqual({
    id: expect.any(String),
    created_at: expect.stringMatching(/^\d{10}$/),
    updated_at: expect.stringMatching(/^\d{10}$/),
    name: 'Product',
    phrases: ['Playhead', 'rebuffering'],
  })
  const mine = `${address}/${created.body.data.id}`
  const put = (body: Record<string, unknown>) => call(mine, { ...caller, method: 'PUT', body })
  const changed = await put({ phrases: ['scrubbing'], passthrough: 'mine' })
  expect(changed.body.data).toMatchObject({
    name: 'Product',
    passthrough: 'mine',
    phrases: ['scrubbing'],
  })
  expect((await call(mine, caller)).body).toEqual(changed.body)
  expect((await call(mine, { ...caller, method: 'DELETE' })).status).toBe(204)
  expect((await call(mine, caller)).status).toBe(404)
  const changes = await readChanges(database, organization.id)
  expect(changes.map(({ action }) => action)).toEqual(
    ['created', 'updated', 'deleted'].map((happened) => `transcription_vocabulary.${happened}`),
  )
})

test('listed newest first, past the end too', async () => {
  const { add, caller } = await setUp()
  for (const name of ['One', 'Two']) await add({ phrases: ['word'], name })
  const { body } = await call(address, caller)
  expect(body).toMatchObject({ total_row_count: 2, page: 1, limit: 25 })
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Two', 'One'])
  expect((await call(`${address}?page=2`, caller)).body.data).toEqual([])
})

test.each([
  ['no phrases', {}, 'phrases'],
  ['an empty list', { phrases: [] }, 'phrases'],
  ['an empty phrase', { phrases: [' '] }, 'phrases'],
  ['1001 phrases', { phrases: Array.from({ length: 1001 }, () => 'word') }, 'phrases'],
  ['a passthrough of 256 characters', { phrases: ['a'], passthrough: 'p'.repeat(256) }],
])('400 for %s', async (_, body, field = 'passthrough') => {
  const { add } = await setUp()
  const answer = await add(body)
  expect(answer.status).toBe(400)
  expect(answer.body.error.fields).toHaveProperty(field)
})

test('404 for vocabularies of another environment', async () => {
  const { caller } = await setUp()
  const stranger = await setUp()
  const foreign = (await stranger.add({ phrases: ['word'] })).body.data.id
  for (const given of [{}, { method: 'PUT', body: { phrases: ['a'] } }, { method: 'DELETE' }])
    expect((await call(`${address}/${foreign}`, { ...caller, ...given })).status).toBe(404)
  expect((await call(`${address}/${foreign}`, stranger.caller)).status).toBe(200)
})
