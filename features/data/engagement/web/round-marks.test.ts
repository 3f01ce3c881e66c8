import { expect, test } from 'vitest'
import { roundMarks } from './round-marks.ts'

test('the axis of a video names round moments only', () => {
  const film = roundMarks((89 * 60_000) / 300, 300)
  expect([...film.values()]).toEqual([
    '0:00',
    '10:00',
    '20:00',
    '30:00',
    '40:00',
    '50:00',
    '1:00:00',
    '1:10:00',
    '1:20:00',
  ])
  expect([...film.keys()].slice(0, 3)).toEqual([0, 33, 67])
  expect([...roundMarks(100, 45).values()]).toEqual(['0:00', '0:01', '0:02', '0:03', '0:04'])
  expect([...roundMarks(100, 0)]).toEqual([])
})
