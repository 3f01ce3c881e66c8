import { expect, test } from 'vitest'
import { howMany } from './how-many.ts'

const silently = (environment: Record<string, string>) => ({ environment, say: () => {} })

const audiences = (environment: Record<string, string>) =>
  howMany('audiences', { usual: 2, long: 60, release: 1000 }, silently(environment))

test('a loop is small in npm test and large in the long runs', () => {
  expect(audiences({})).toBe(2)
  expect(audiences({ PLAYHEAD_TEST_LONG: '0' })).toBe(2)
  expect(audiences({ PLAYHEAD_TEST_LONG: '1' })).toBe(60)
  expect(audiences({ PLAYHEAD_TEST_LONG: 'release' })).toBe(1000)
  expect(
    howMany('kills', { usual: 3, long: 40 }, silently({ PLAYHEAD_TEST_LONG: 'release' })),
  ).toBe(40)
})

test('a number of its name goes before all sizes', () => {
  expect(audiences({ PLAYHEAD_TEST_AUDIENCES: '7', PLAYHEAD_TEST_LONG: '1' })).toBe(7)
  expect(audiences({ PLAYHEAD_TEST_KILLS: '7' })).toBe(2)
  expect(
    howMany('slow-kills', { usual: 3, long: 4 }, silently({ PLAYHEAD_TEST_SLOW_KILLS: '9' })),
  ).toBe(9)
  for (const wrong of ['0', '-1', 'many', '1.5'])
    expect(() => audiences({ PLAYHEAD_TEST_AUDIENCES: wrong })).toThrow('a number from 1')
})

test('a loop says how many it runs', () => {
  const said: string[] = []
  howMany('kills', { usual: 3, long: 40 }, { environment: {}, say: (line) => said.push(line) })
  expect(said).toEqual(['how many: kills 3'])
})
