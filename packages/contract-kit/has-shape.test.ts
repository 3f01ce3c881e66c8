import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { hasShape } from './has-shape.ts'

describe('schemas', () => {
  const Schema = z.object({
    id: z.string(),
    count: z.nullable(z.int()),
    status: z.enum(['waiting', 'ready']),
    note: z.optional(z.string()),
    tags: z.array(z.string()),
    values: z.record(z.string(), z.union([z.boolean(), z.number()])),
    more: z.unknown(),
  })
  const good = { id: 'a', count: null, status: 'ready', tags: ['x'], values: { a: 1, b: true } }

  test('take what has every declared name, and do not mind others', () => {
    expect(hasShape(Schema, good)).toBe(true)
    expect(hasShape(Schema, { ...good, count: 3, note: 'n', more: [1], beyond: 1 })).toBe(true)
  })

  test.each([
    ['a missing name', { ...good, id: undefined }],
    ['another kind of value', { ...good, count: '3' }],
    ['null where it may not be', { ...good, id: null }],
    ['another kind in an optional place', { ...good, note: 1 }],
    ['another kind in a list', { ...good, tags: ['x', 1] }],
    ['an object in place of a list', { ...good, tags: {} }],
    ['no option of a union', { ...good, values: { a: 'text' } }],
    ['a list', [good]],
    ['nothing', undefined],
  ])('refuse %s', (_, value) => expect(hasShape(Schema, value)).toBe(false))
})
