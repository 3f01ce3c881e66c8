import { expect, test } from 'vitest'
import { EnvironmentCache } from './environment-cache.ts'
import { aCollectedEnvironment, aDirectory, JumpingClock } from './testing-collector.ts'

const known = (cache: EnvironmentCache, key: string) =>
  new Promise((resolve) => {
    cache.whenKnown(key, resolve)
  })

test('however many keys strangers make up, an environment that is known stays known', async () => {
  const environment = aCollectedEnvironment()
  const cache = new EnvironmentCache(aDirectory([environment]), Date.now)
  await known(cache, environment.key)
  const madeUp = Array.from({ length: 20_500 }, (_, at) => `made up ${at}`)
  await Promise.all(madeUp.map((key) => known(cache, key)))
  expect(cache.find(environment.key)).toBe(environment)
  expect(cache.find(madeUp.at(-1)!)).toBeNull()
  expect(cache.find(madeUp[0]!)).toBeUndefined()
})

test('a deleted environment is unknown once it is looked up again, and a new one is known within seconds', async () => {
  const environments = [aCollectedEnvironment()]
  const [{ key } = { key: '' }] = environments
  const clock = new JumpingClock()
  const cache = new EnvironmentCache(aDirectory(environments), clock.now)
  await known(cache, key)
  const [gone] = environments.splice(0)
  expect(cache.find(key)).toBe(gone)
  clock.jump(10_001)
  expect(cache.find(key)).toBe(gone)
  await expect.poll(() => cache.find(key)).toBeNull()
  environments.push(gone!)
  clock.jump(5_001)
  expect(cache.find(key)).toBeUndefined()
  expect(await known(cache, key)).toBe(gone)
})
