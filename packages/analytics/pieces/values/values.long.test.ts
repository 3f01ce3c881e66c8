import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { readFirstSeed, howMany } from '@playhead/testing/how-many.ts'
import { afterAll, expect, test } from 'vitest'
import { histogramRules, pieceWaits } from '../piece.ts'
import { aCountingClient, aRandom, World } from '../testing-worlds.ts'
import { runValueQuestions } from './testing-value-questions.ts'

const clickhouse = await makeTestClickHouse()
const { counting, countOf, countOfHistograms } = aCountingClient(clickhouse)

// Nothing here is in flight while a piece is made.
const usualWaits = { ...pieceWaits }
Object.assign(pieceWaits, { margin: 0, absent: 0 })
const usualRules = { ...histogramRules }
afterAll(() => {
  Object.assign(pieceWaits, usualWaits)
  Object.assign(histogramRules, usualRules)
})

const worlds = howMany('value-worlds', { usual: 1, long: 3, release: 200 })

const liveThrough = async (seed: number) => {
  const random = aRandom(1_000 + seed)
  histogramRules.viewsPerValue = random.pick([1, usualRules.viewsPerValue])
  const world = new World(counting, random)
  await world.addViews(random.pick([30, 400, 3_000, 3_000]))
  await world.makePieces(0.8)
  await runValueQuestions(world, random, 5)
  await world.changeSome()
  await runValueQuestions(world, random, 3)
  await world.makePieces(0.3)
  await world.changeSome()
  await world.addViews(1 + random.below(20))
  await runValueQuestions(world, random, 3)
  await world.makePieces(0.6)
  await runValueQuestions(world, random, 5)
}

test('METR-082 Insights and Why are the same of pieces and of views, whatever came, changed or went', async () => {
  for (let seed = readFirstSeed(); seed < readFirstSeed() + worlds; seed += 1)
    await liveThrough(seed).catch((error: unknown) => {
      throw new Error(`World ${seed}`, { cause: error })
    })
  // Otherwise the comparison would prove nothing.
  for (const [query, most] of [
    ['rankedImpacts', 3],
    ['pieceGroupsQuery', 0.3],
    ['pieceStepsQuery', 0.5],
    ['pieceValuesQuery', 0.5],
  ] as const)
    expect([query, countOf(query) > worlds * most]).toEqual([query, true])
  expect(countOfHistograms()).toBeGreaterThan(worlds * 0.5)
}, 7_200_000)
