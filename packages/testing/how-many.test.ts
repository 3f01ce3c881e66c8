import { expect, test } from 'vitest'
import { howMany, isLongRun, someOf } from './how-many.ts'

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
  expect(
    howMany(
      'kills of the engine',
      { usual: 3, long: 4 },
      silently({ PLAYHEAD_TEST_KILLS_OF_THE_ENGINE: '9' }),
    ),
  ).toBe(9)
  for (const wrong of ['0', '-1', 'many', '1.5'])
    expect(() => audiences({ PLAYHEAD_TEST_AUDIENCES: wrong })).toThrow('a number from 1')
})

test('a loop says how many it runs', () => {
  const said: string[] = []
  howMany('kills', { usual: 3, long: 40 }, { environment: {}, say: (line) => said.push(line) })
  expect(said).toEqual(['how many: kills 3'])
})

test('some cases are spread over all of them; the long run takes half, and a release each once', () => {
  const letters = 'abcdefghij'.split('')
  const taken = (usual: number, environment: Record<string, string>) =>
    someOf('letters', letters, usual, silently(environment)).join('')
  expect(taken(1, {})).toBe('a')
  expect(taken(3, {})).toBe('adg')
  expect(taken(20, {})).toBe('abcdefghij')
  expect(taken(3, { PLAYHEAD_TEST_LONG: '1' })).toBe('acegi')
  expect(taken(7, { PLAYHEAD_TEST_LONG: '1' })).toHaveLength(7)
  expect(taken(3, { PLAYHEAD_TEST_LONG: 'release' })).toBe('abcdefghij')
  expect(taken(3, { PLAYHEAD_TEST_LETTERS: '5' })).toBe('acegi')
})

test('a run is long at either of its sizes', () => {
  expect(isLongRun({})).toBe(false)
  expect(isLongRun({ PLAYHEAD_TEST_LONG: '0' })).toBe(false)
  expect(isLongRun({ PLAYHEAD_TEST_LONG: '1' })).toBe(true)
  expect(isLongRun({ PLAYHEAD_TEST_LONG: 'release' })).toBe(true)
})
