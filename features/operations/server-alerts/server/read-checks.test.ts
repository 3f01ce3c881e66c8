import { expect, test } from 'vitest'
import { feature } from '@playhead/server-kit/feature.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { checkReader } from './read-checks.ts'
import { type Finding, serverCheck } from './server-check.ts'

let reads = 0
let isAway = false
const read = async (): Promise<Finding> => {
  reads += 1
  if (isAway) throw new Error('The database is away.')
  return { level: 'well', sentence: `Read ${reads} times.` }
}
const checked = feature('checked', {
  parts: [serverCheck({ order: 1, name: 'belt', title: 'Belt', keptSeconds: 30, read })],
})

test('a reading that counts for a while is not read again before, and one that failed is', async () => {
  const { app, clock } = await startTestApp([checked])
  const readChecks = checkReader(app)
  const belt = async () => (await readChecks()).find(({ name }) => name === 'belt')?.finding
  expect(await belt()).toMatchObject({ sentence: 'Read 1 times.' })
  clock.advance(29)
  expect(await belt()).toMatchObject({ sentence: 'Read 1 times.' })
  clock.advance(1)
  isAway = true
  expect(await belt()).toBeUndefined()
  isAway = false
  expect(await belt()).toMatchObject({ sentence: 'Read 3 times.' })
})
