import { beforeEach, expect, test } from 'vitest'
import { byUse, readUses, recordUse } from './palette-use.ts'

beforeEach(() => localStorage.clear())

test('what was chosen more often comes first, and the rest keeps its order', () => {
  const items = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
  for (const id of ['c', 'd', 'd']) recordUse(id)
  expect(byUse(items, readUses()).map(({ id }) => id)).toEqual(['d', 'c', 'a', 'b'])
})

test('only the last two hundred are remembered', () => {
  recordUse('first')
  for (let at = 0; at < 200; at += 1) recordUse(`entry ${at}`)
  expect(readUses()['first']).toBeUndefined()
  expect(Object.keys(readUses())).toHaveLength(200)
})

test.each(['nonsense', 'null', '[]', '{"a":"often"}'])(
  'a stored %s counts as nothing',
  (stored) => {
    localStorage.setItem('playhead_palette_use', stored)
    expect(byUse([{ id: 'b' }, { id: 'a' }], readUses())).toEqual([{ id: 'b' }, { id: 'a' }])
  },
)
