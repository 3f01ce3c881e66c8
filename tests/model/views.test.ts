import { describe, expect, test } from 'vitest'
import { differences } from './compare-rows.ts'
import { foldSession } from './fold-session.ts'

const environmentId = '11111111-1111-4111-8111-111111111111'
const seedCount = Number(process.env.PLAYHEAD_TEST_SEEDS ?? 50)
const firstSeed = Number(process.env.PLAYHEAD_TEST_FIRST_SEED ?? 1)
const sessionsPerSeed = 12

const compare = (seed: number, index: number): string[] => {
  const { found, expected, roundTripMs } = foldSession(seed, index, environmentId)
  if (expected === null) return found === null ? [] : ['a view was made of no intent to play']
  if (found === null) return ['no view was made']
  return differences(found, expected, roundTripMs / 2 + 1)
}

describe('a view is what its plan says, however its beacons arrive', () => {
  test.each(Array.from({ length: seedCount }, (_, seed) => seed + firstSeed))('seed %i', (seed) => {
    const wrong = Array.from({ length: sessionsPerSeed }, (_, index) =>
      compare(seed, index).map((line) => `seed ${seed}, session ${index}: ${line}`),
    ).flat()
    expect(wrong).toEqual([])
  })
})
