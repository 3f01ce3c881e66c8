import { expect, test } from 'vitest'
import { causesAmong } from './causes-among.ts'

const whole = { dimension: '', value: null, viewers: 1_200, over: 100 }

test('a value is a cause when it has most of what is wrong and far fewer of the viewers, clearest first', () => {
  const rows = [
    whole,
    { dimension: 'cdn', value: 'fastly', viewers: 240, over: 92 },
    { dimension: 'country', value: 'DE', viewers: 300, over: 80 },
    { dimension: 'platform', value: 'Chrome on Linux', viewers: 360, over: 78 },
    { dimension: 'stream_type', value: 'live', viewers: 900, over: 95 },
    { dimension: 'video_title', value: 'A film', viewers: 120, over: 55 },
    { dimension: 'player_name', value: null, viewers: 100, over: 99 },
  ]
  expect(causesAmong(rows)).toEqual([
    { id: 'cdn', value: 'fastly', share: 0.92, share_of_viewers: 0.2 },
    { id: 'country', value: 'DE', share: 0.8, share_of_viewers: 0.25 },
  ])
})

test('of few viewers, or without anything wrong, nothing is a cause', () => {
  const value = { dimension: 'cdn', value: 'fastly', viewers: 10, over: 4 }
  expect(causesAmong([{ ...whole, viewers: 60, over: 4 }, value])).toEqual([])
  expect(causesAmong([])).toEqual([])
})
