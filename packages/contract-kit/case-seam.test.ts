import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { camelCollisions, toCamel, toSnake } from './case-seam.ts'

const Thing = z.object({
  first_name: z.string(),
  environments: z.array(z.object({ environment_id: z.string(), is_open: z.optional(z.boolean()) })),
  features: z.record(z.string(), z.object({ max_value: z.number() })),
  passthrough: z.unknown(),
  owner: z.nullable(z.object({ user_id: z.string() })),
  page_size: z._default(z.number(), 25),
})

const wire = {
  first_name: 'Ada',
  environments: [{ environment_id: 'a_b', is_open: true }],
  features: { custom_1: { max_value: 2 } },
  passthrough: { keep_me: { as_i_am: 1 } },
  owner: { user_id: 'u_1' },
  page_size: 10,
}

describe('SHELL-121 bodies become snake_case and answers camelCase', () => {
  test('SHELL-121 names of the schema are renamed, keys and unknown JSON are data and stay', () => {
    expect(toCamel(Thing, wire)).toEqual({
      firstName: 'Ada',
      environments: [{ environmentId: 'a_b', isOpen: true }],
      features: { custom_1: { maxValue: 2 } },
      passthrough: { keep_me: { as_i_am: 1 } },
      owner: { userId: 'u_1' },
      pageSize: 10,
    })
  })

  test('SHELL-121 there and back again loses nothing', () => {
    expect(toSnake(Thing, toCamel(Thing, wire))).toEqual(wire)
  })

  test('null, absent and unknown names', () => {
    const answer = toCamel(Thing, { ...wire, owner: null, not_declared: 1 })
    expect(answer.owner).toBeNull()
    expect(answer).not.toHaveProperty('notDeclared')
  })

  test('a union takes the form that knows the names', () => {
    const Either = z.union([z.object({ a_one: z.string() }), z.object({ b_two: z.string() })])
    expect(toCamel(Either, { b_two: 'x' })).toEqual({ bTwo: 'x' })
  })

  test('SHELL-121 a list that may also be one text is renamed as a list', () => {
    const List = z.union([z.array(z.object({ start_time: z.number() })), z.string()])
    expect(toSnake(List, [{ startTime: 1 }])).toEqual([{ start_time: 1 }])
    expect(toCamel(List, [{ start_time: 1 }])).toEqual([{ startTime: 1 }])
    expect(toSnake(List, 'a_b')).toBe('a_b')
  })

  test('names that would become one are found, at any depth', () => {
    const Bad = z.array(z.object({ inner: z.object({ a_1: z.string(), a1: z.string() }) }))
    expect(camelCollisions(Bad)).toEqual(['.inner.a_1 and .inner.a1'])
    expect(camelCollisions(Thing)).toEqual([])
  })
})
