import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { readFirstSeed, howMany } from '@playhead/testing/how-many.ts'
import { afterAll, expect, test } from 'vitest'
import { histogramRules, pieceWaits } from './piece.ts'
import { runQuestions } from './testing-questions.ts'
import { aCountingClient, aRandom, World } from './testing-worlds.ts'

const clickhouse = await makeTestClickHouse()
const { counting, count: countOfPieces, countOfHistograms } = aCountingClient(clickhouse)

// Nothing here is in flight while a piece is made.
const usualWaits = { ...pieceWaits }
Object.assign(pieceWaits, { margin: 0, absent: 0 })
// These worlds are small, and pieces cover few of their hours.
const usualRules = { ...histogramRules }
Object.assign(histogramRules, { viewsPerValue: 2, mostRaw: 1, fewestViews: 0 })
afterAll(() => {
  Object.assign(pieceWaits, usualWaits)
  Object.assign(histogramRules, usualRules)
})

const worlds = howMany('piece-worlds', { usual: 1, long: 3, release: 300 })
const sizes = worlds > 1 ? [1, 30, 400, 3_000] : [200]

const liveThrough = async (seed: number) => {
  const random = aRandom(seed)
  const world = new World(counting, random)
  await world.addViews(random.pick(sizes))
  await world.makePieces(0.6)
  await runQuestions(world, random, 6)
  await world.changeSome()
  await runQuestions(world, random, 4)
  await world.makePieces(0.3)
  await world.changeSome()
  await world.addViews(1 + random.below(20))
  await runQuestions(world, random, 4)
  await world.makePieces(0.5)
  await runQuestions(world, random, 6)
}

test('pieces and views give the same numbers, and percentiles within 0.55 %, whatever came, changed or went in between', async () => {
  const seeds = Array.from({ length: worlds }, (_, index) => index + readFirstSeed())
  // The engine takes most of the time, a core for each statement.
  const takeOver = async () => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const lived = seed
      await liveThrough(lived).catch((error: unknown) => {
        throw new Error(`World ${lived}`, { cause: error })
      })
    }
  }
  await Promise.all([takeOver(), takeOver()])
  // Otherwise the comparison would prove nothing.
  expect(countOfPieces()).toBeGreaterThan(worlds * 5)
  expect(countOfHistograms()).toBeGreaterThan(worlds * 3)
}, 7_200_000)
