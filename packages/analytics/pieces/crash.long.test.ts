import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { afterAll, expect, test } from 'vitest'
import { pieceWaits } from './piece.ts'
import { runQuestions } from './testing-questions.ts'
import { aCountingClient, aRandom, World } from './testing-worlds.ts'

const clickhouse = await makeTestClickHouse()
const { counting, count: countOfPieces } = aCountingClient(clickhouse)

const usualWaits = { ...pieceWaits }
Object.assign(pieceWaits, { margin: 0, absent: 0 })
afterAll(() => {
  Object.assign(pieceWaits, usualWaits)
})

/** Makes pieces until it kills itself in the middle of a statement. */
const runUntilKilled = async (environmentId: string, seed: number) => {
  const script = join(import.meta.dirname, 'testing-piece-maker.ts')
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', script, clickhouse.url, environmentId, String(seed)],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  expect(signal).toBe('SIGKILL')
}

const kills = howMany('kills of piece makers', { usual: 2, long: 2, release: 100 })

test('pieces whose maker was killed at any moment give the numbers of the views', async () => {
  const random = aRandom(7)
  const world = new World(counting, random)
  await world.addViews(300)
  await world.makePieces(0.2)
  for (let seed = 1; seed <= kills; seed += 1) {
    await runUntilKilled(world.tenant.id, seed)
    await runQuestions(world, random, 3)
    await world.changeSome()
    await runQuestions(world, random, 2)
  }
  await world.makePieces(1)
  const before = countOfPieces()
  // Some read views, because of their range or their filters.
  await runQuestions(world, random, 30)
  expect(countOfPieces()).toBeGreaterThan(before)
}, 3_600_000)
