import { expect, test } from 'vitest'
import { RequestRoom } from './request-room.ts'

test('an environment that sends much leaves room for others, and gets it back', () => {
  const room = new RequestRoom({ all: 3, perEnvironment: 2 })
  const leave = room.enter('one')
  expect(leave).toBeDefined()
  expect(room.enter('one')).toBeDefined()
  expect(room.enter('one')).toBeUndefined()
  expect(room.enter('two')).toBeDefined()
  expect(room.enter('two')).toBeUndefined()
  leave?.()
  expect(room.enter('two')).toBeDefined()
  expect(room.enter('one')).toBeUndefined()
})
