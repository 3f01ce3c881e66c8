import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { queryListMax, readQuery, writeQuery } from './query-string.ts'

const Query = z.object({
  page: z._default(z.int(), 1),
  show_revoked: z.optional(z.boolean()),
  timeframe: z.optional(z.array(z.string())),
  name: z.optional(z.string()),
})

test('lists travel in brackets, and one value is still a list', () => {
  expect(readQuery(Query, new URLSearchParams('timeframe[]=24:hours&page=2'))).toEqual({
    timeframe: ['24:hours'],
    page: 2,
  })
  expect(writeQuery({ timeframe: ['1', '2'], page: 2, name: undefined }).toString()).toBe(
    'timeframe%5B%5D=1&timeframe%5B%5D=2&page=2',
  )
})

test('numbers and flags are read by the schema; what does not fit stays text for it to refuse', () => {
  expect(readQuery(Query, new URLSearchParams('page=two&show_revoked=1&name=12'))).toEqual({
    page: 'two',
    show_revoked: true,
    name: '12',
  })
})

test('SHELL-126 lists of 1000 entries pass, longer ones are refused instead of shortened', () => {
  const entries = Array.from({ length: queryListMax }, (_, index) => String(index))
  const written = writeQuery({ timeframe: entries })
  expect(readQuery(Query, written)).toEqual({ timeframe: entries })
  expect(() => writeQuery({ timeframe: [...entries, 'one too many'] })).toThrow('at most 1000')
})
