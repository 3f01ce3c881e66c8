import { expect, test } from 'vitest'
import { segmentRange } from './segment-range.ts'

const ticks = (seconds: number[]) => seconds.map((second) => Math.round(second * 90_000))
const picture = ticks([0, 4, 8, 12, 16, 20])

test('a clip without a segment inside gets the nearest one, never the whole video', () => {
  const sound = ticks([0, 4, 8])
  expect(segmentRange(sound, picture, { start: 13, end: 15 })).toEqual({ first: 1, last: 1 })
  expect(segmentRange(picture, picture, { start: 19.9999, end: undefined })).toEqual({
    first: 4,
    last: 4,
  })
  expect(segmentRange(picture, picture, { start: 20, end: undefined })).toEqual({
    first: 4,
    last: 4,
  })
  const late = ticks([1, 4, 8])
  expect(segmentRange(late, late, { start: undefined, end: 0.5 })).toEqual({ first: 0, last: 0 })
  const longPicture = ticks([0, 10])
  expect(segmentRange(ticks([0, 1, 2, 3]), longPicture, { start: 4, end: 5 })).toEqual({
    first: 0,
    last: 2,
  })
})
