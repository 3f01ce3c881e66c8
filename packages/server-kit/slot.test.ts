import { expect, test } from 'vitest'
import { feature } from './feature.ts'
import { fillSlots, slot } from './slot.ts'

const greeting = slot<{ order: number; text: string }>('greeting')
const other = slot<{ order: number }>('other')

test('a slot holds the parts of all features in the order that they name', () => {
  const slots = fillSlots([
    feature('last', { parts: [greeting({ order: 30, text: 'c' })] }),
    feature('none', {}),
    feature('first', { parts: [greeting({ order: 10, text: 'a' }), other({ order: 1 })] }),
    feature('second', { parts: [greeting({ order: 20, text: 'b' })] }),
  ])
  expect(greeting.partsIn({ slots }).map(({ text }) => text)).toEqual(['a', 'b', 'c'])
  expect(other.partsIn({ slots })).toEqual([{ order: 1 }])
})

test('a slot that nothing fills is empty', () => {
  expect(greeting.partsIn({ slots: fillSlots([]) })).toEqual([])
})
