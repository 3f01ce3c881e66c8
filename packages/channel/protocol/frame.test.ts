import { describe, expect, test } from 'vitest'
import { pushOf, readFrame } from './frame.ts'
import { topicPattern } from './topic-pattern.ts'

describe('a message', () => {
  test('RTCH-013 is an array of join reference, reference, topic, event and payload', () => {
    expect(readFrame('["4","7","activity:1","watch",{"a":1}]')).toEqual({
      joinRef: '4',
      ref: '7',
      topic: 'activity:1',
      event: 'watch',
      payload: { a: 1 },
    })
    expect(pushOf('activity:1', 'new_event', { id: 'x' })).toBe(
      '[null,null,"activity:1","new_event",{"id":"x"}]',
    )
  })

  test.each([
    '',
    'null',
    '{}',
    '[]',
    '["1","2","topic","event"]',
    '["1","2","topic","event",{},1]',
    '[1,"2","topic","event",{}]',
    '["1","2",null,"event",{}]',
    '["1","2","","event",{}]',
    `["1","2","${'t'.repeat(256)}","event",{}]`,
    `["${'1'.repeat(41)}","2","topic","event",{}]`,
    '["1","2","topic",{},{}]',
    '["1","2","topic","event",{}',
  ])('%s is none', (text) => {
    expect(readFrame(text)).toBeUndefined()
  })
})

describe('a pattern of topics', () => {
  const match = topicPattern('monitoring:{environment_id}')

  test('reads what the topic names', () => {
    expect(match('monitoring:4f2a')).toEqual({ environment_id: '4f2a' })
  })

  test.each(['monitoring:', 'monitoring', 'monitoring:1:2', 'xmonitoring:1', 'monitoring:1\n'])(
    'does not take %s',
    (topic) => {
      expect(match(topic)).toBeUndefined()
    },
  )

  test('takes a name without parts by the letter', () => {
    expect(topicPattern('system')('system')).toEqual({})
    expect(topicPattern('a.b')('axb')).toBeUndefined()
  })
})
