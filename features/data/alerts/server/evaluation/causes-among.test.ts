import { expect, test } from 'vitest'
import { causesAmong } from './causes-among.ts'

const whole = { dimension: '', value: null, viewers: 1_200, over: 100, affected: 100 }

test('a value is a cause when it has most of what is wrong and far fewer of the viewers, clearest first', () => {
  const rows = [
    whole,
    { dimension: 'cdn', value: 'fastly', viewers: 240, over: 92, affected: 92 },
    { dimension: 'country', value: 'DE', viewers: 300, over: 80, affected: 80 },
    { dimension: 'platform', value: 'Chrome on Linux', viewers: 360, over: 78, affected: 78 },
    { dimension: 'stream_type', value: 'live', viewers: 900, over: 95, affected: 95 },
    { dimension: 'video_title', value: 'A film', viewers: 120, over: 55, affected: 55 },
    { dimension: 'player_name', value: null, viewers: 100, over: 99, affected: 99 },
  ]
  expect(causesAmong(rows)).toEqual([
    { id: 'cdn', value: 'fastly', share: 0.92, share_of_viewers: 0.2 },
    { id: 'country', value: 'DE', share: 0.8, share_of_viewers: 0.25 },
  ])
})

test('of few viewers, or without anything wrong, nothing is a cause', () => {
  const value = { dimension: 'cdn', value: 'fastly', viewers: 10, over: 4, affected: 4 }
  expect(causesAmong([{ ...whole, viewers: 60, over: 4, affected: 4 }, value])).toEqual([])
  expect(causesAmong([])).toEqual([])
})

test('what one affected view has is no cause, and neither is what a few have by chance', () => {
  const title = (viewers: number, affected: number, over = affected) => ({
    dimension: 'video_title',
    value: 'A film',
    viewers,
    over,
    affected,
  })
  const of = (affected: number, over = affected) => ({ ...whole, over, affected })
  expect(causesAmong([of(1), title(12, 1)])).toEqual([])
  expect(causesAmong([of(2), title(2, 2)])).toEqual([])
  expect(causesAmong([of(5), title(240, 4)])).toEqual([])
  expect(causesAmong([of(5), title(120, 5)])).toHaveLength(1)
  // One view that waits for the whole minute has most of the time, but is one of many that wait.
  expect(causesAmong([of(20, 80_000), title(24, 1, 60_000)])).toEqual([])
  expect(causesAmong([of(20, 80_000), title(120, 16, 60_000)])).toHaveLength(1)
})

test('a value without viewers, whose attempts to start all fail, is a cause', () => {
  const rows = [
    { ...whole, over: 10, affected: 10 },
    { dimension: 'cdn', value: 'fastly', viewers: 0, over: 10, affected: 10 },
  ]
  expect(causesAmong(rows)).toMatchObject([{ id: 'cdn', share: 1, share_of_viewers: 0 }])
})
