import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { secret } from '@playhead/contract-kit/secret.ts'
import { bodyMaxLength, loggedBody } from './logged-body.ts'

const kept = (schema: Parameters<typeof loggedBody>[0], value: unknown) => {
  const text = loggedBody(schema, value)
  return text === '' ? undefined : (JSON.parse(text) as unknown)
}

test('secrets become dots, wherever they are', () => {
  const schema = z.object({
    name: z.string(),
    key: z.optional(secret(z.string())),
    list: z.array(z.object({ key: secret(z.nullable(z.string())) })),
    either: z.union([z.object({ a: z.string() }), z.object({ a: secret(z.string()), b: z.int() })]),
    names: z.record(z.string(), secret(z.string())),
  })
  expect(
    kept(schema, {
      name: 'shown',
      key: 'hush',
      list: [{ key: 'hush' }, { key: null }],
      either: { a: 'hush' },
      names: { one: 'hush' },
    }),
  ).toEqual({
    name: 'shown',
    key: '•••',
    list: [{ key: '•••' }, { key: null }],
    either: { a: '•••' },
    names: { one: '•••' },
  })
})

test('a field that shares its schema with a secret is kept', () => {
  const text = z.string()
  const schema = z.object({ name: text, key: secret(text) })
  expect(kept(schema, { name: 'shown', key: 'hush' })).toEqual({ name: 'shown', key: '•••' })
})

test('fields outside the contract are not kept, not even names of a prototype', () => {
  const schema = z.object({ name: z.string(), any: z.record(z.string(), z.unknown()) })
  const value = JSON.parse(
    '{"name": "a", "password": "hush", "constructor": "hush", "__proto__": {"x": "hush"}, "any": {"x": "hush", "y": ["hush"]}}',
  )
  expect(loggedBody(schema, value)).toBe('{"name":"a","any":{}}')
  // The wrong type is what people look for, as long as the field is declared.
  expect(kept(schema, { name: 7 })).toEqual({ name: 7 })
  expect(kept(schema, { name: { token: 'hush' } })).toEqual({ name: {} })
  expect(loggedBody(schema, undefined)).toBe('')
})

test('addresses lose query, fragment, name and password', () => {
  const schema = z.object({ url: z.string() })
  for (const [given, stored] of [
    ['https://example.com/a.mp4?X-Amz-Signature=hush#t', 'https://example.com/a.mp4?•••'],
    ['s3://user:hush@bucket/a', 's3://bucket/a'],
    ['What? A question.', 'What? A question.'],
  ])
    expect(kept(schema, { url: given })).toEqual({ url: stored })
})

test('a long body is cut, and a huge one is not walked to its end', () => {
  const schema = z.object({ rows: z.array(z.string()) })
  const long = loggedBody(schema, { rows: Array.from({ length: 4000 }, () => 'row 😀') })
  expect(long).toHaveLength(bodyMaxLength + 1)
  expect(long.endsWith('…')).toBe(true)
  expect(long.isWellFormed()).toBe(true)
  let isRead = 0
  const rows = Array.from({ length: 100_000 }, () => 'x'.repeat(100))
  const counted = new Proxy(rows, {
    get: (target, name, receiver) => {
      isRead += 1
      return Reflect.get(target, name, receiver) as unknown
    },
  })
  loggedBody(schema, { rows: counted })
  expect(isRead).toBeLessThan(2000)
})
