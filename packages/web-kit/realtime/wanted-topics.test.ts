import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  carryTopics,
  dropTopics,
  topicPhases,
  wantTopic,
  type WantedTopic,
} from './wanted-topics.ts'

let opened: WantedTopic[] = []
let left = 0
const carry = () =>
  carryTopics((topic) => {
    const isOurs = topic.name === 'news'
    if (isOurs) opened.push(topic)
    return {
      push: async () => ({ status: 'ok', response: {} }),
      leave: () => {
        if (isOurs) left += 1
      },
    }
  })

beforeEach(() => {
  vi.useFakeTimers()
  opened = []
  left = 0
})
afterEach(() => {
  dropTopics()
  vi.useRealTimers()
})

const listener = { params: () => ({}), onJoin: () => {}, onMessage: () => {} }

test('RTCH-010 a topic is joined again at most once in five seconds', () => {
  carry()
  const { topic, stop } = wantTopic('news', listener)
  expect(opened).toHaveLength(1)
  for (let n = 0; n < 3; n += 1) topic.rejoin()
  vi.advanceTimersByTime(0)
  expect([opened.length, left]).toEqual([2, 1])
  topic.rejoin()
  vi.advanceTimersByTime(4_999)
  expect(opened).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect([opened.length, left]).toEqual([3, 2])
  topic.rejoin()
  stop()
  vi.advanceTimersByTime(10_000)
  expect([opened.length, left]).toEqual([3, 3])
  expect(topicPhases.get().has('news')).toBe(false)
})

test('a topic that was refused is tried again with the next session', () => {
  carry()
  const { topic, stop } = wantTopic('news', listener)
  topic.refused()
  vi.advanceTimersByTime(60_000)
  expect(opened).toHaveLength(1)
  carry()
  vi.advanceTimersByTime(0)
  expect(opened).toHaveLength(2)
  expect(topic.phase).toBe('waiting')
  stop()
})
