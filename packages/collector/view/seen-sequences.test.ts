import { expect, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import { addSequence, type SeenSequences } from './seen-sequences.ts'

const rounds = howMany('seeds', { usual: 30, long: 100, release: 300 })

test('numbers in any order are new once, and lie in as few ranges as they can', () => {
  let seed = 3
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 4_294_967_296
  }
  for (let round = 0; round < rounds; round += 1) {
    const seen: SeenSequences = []
    const model = new Set<number>()
    for (let step = 0; step < 60; step += 1) {
      const number = Math.floor(random() * 40)
      expect(addSequence(seen, number)).toBe(!model.has(number))
      model.add(number)
    }
    const starts = [...model].filter((number) => !model.has(number - 1)).sort((a, b) => a - b)
    const ends = [...model].filter((number) => !model.has(number + 1)).sort((a, b) => a - b)
    expect(seen).toEqual(starts.flatMap((from, at) => [from, ends[at]!]))
  }
})

test('a view full of gaps stays bounded', () => {
  const seen: SeenSequences = []
  for (let number = 0; number < 20_000; number += 2) expect(addSequence(seen, number)).toBe(true)
  expect(seen.length).toBeLessThanOrEqual(4_000)
  expect(addSequence(seen, 19_998)).toBe(false)
})
