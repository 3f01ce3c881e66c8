import { expect, test } from 'vitest'
import { RequestRoom } from './request-room.ts'

test('an environment that sends much leaves room for others, and gets it back', () => {
  const room = new RequestRoom(8)
  const told: string[] = []
  const enter = (environmentId: string) => room.enter(environmentId, () => told.push(environmentId))
  const ways = Array.from({ length: 7 }, () => enter('greedy'))
  expect(ways.every((leave) => leave !== undefined)).toBe(true)
  expect(enter('greedy')).toBeUndefined()
  expect(enter('modest')).toBeDefined()
  expect(told).toEqual([])
  // The room is full: each further request makes one of the largest user give way.
  for (let at = 0; at < 2; at += 1) expect(enter('modest')).toBeDefined()
  expect(told).toEqual(['greedy', 'greedy'])
  expect(enter('greedy')).toBeUndefined()
  for (const leave of ways) leave?.()
  expect(enter('greedy')).toBeDefined()
})
