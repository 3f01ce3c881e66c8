import { expect, test } from 'vitest'
import { measuredLength } from './measured-length.ts'
import {
  clampWindow,
  parseMoment,
  parseWindow,
  showing,
  ticksOf,
  writeMoment,
  writeWindow,
  zoomAround,
} from './time-window.ts'

const whole = { from: -1_000, to: 60_000 }

test.each([
  [undefined, undefined],
  ['', undefined],
  ['soon', undefined],
  ['12.4', 12_400],
  ['0', 0],
  ['-0.5', -500],
  ['-9', -1_000],
  ['900', 60_000],
  ['1e3', undefined],
])('the moment %s of an address is %s', (text, expected) => {
  expect(parseMoment(text, whole)).toBe(expected)
})

test('moments and windows are written short and read the same', () => {
  expect(writeMoment(12_400)).toBe('12.4')
  expect(writeMoment(12_437.4)).toBe('12.437')
  expect(writeWindow({ from: -500, to: 30_000 })).toBe('-0.5~30')
  expect(parseWindow('-0.5~30', whole)).toEqual({ from: -500, to: 30_000 })
})

test.each([undefined, 'x', '5', '30~5', '5~x', '1~2~3'])(
  'no window in %s shows the whole',
  (text) => {
    expect(parseWindow(text, whole)).toEqual(whole)
  },
)

test('looking closer keeps the moment in its place, and stays within the view', () => {
  expect(zoomAround({ from: 0, to: 40_000 }, 10_000, 0.5, whole)).toEqual({
    from: 5_000,
    to: 25_000,
  })
  expect(zoomAround({ from: 0, to: 40_000 }, 10_000, 9, whole)).toEqual(whole)
  expect(zoomAround({ from: 0, to: 60 }, 30, 0.1, whole)).toEqual({ from: 27, to: 77 })
  expect(clampWindow({ from: 50_000, to: 70_000 }, whole)).toEqual({ from: 40_000, to: 60_000 })
  expect(showing({ from: 0, to: 10_000 }, 30_000, whole)).toEqual({ from: 25_000, to: 35_000 })
  expect(showing({ from: 0, to: 10_000 }, 3_000, whole)).toEqual({ from: 0, to: 10_000 })
})

test.each([
  [{ from: -569, to: 15_034 }, [0, 2_000, 4_000, 6_000, 8_000, 10_000, 12_000, 14_000]],
  [{ from: 0, to: 3_600_000 }, [0, 600_000, 1_200_000, 1_800_000, 2_400_000, 3_000_000, 3_600_000]],
  [{ from: 100, to: 350 }, [100, 150, 200, 250, 300, 350]],
])('ticks of %o', (window, expected) => {
  expect(ticksOf(window)).toEqual(expected)
})

test.each([
  [320, '0.32 s'],
  [59_000, '59 s'],
  [134_000, '2:14'],
])('a state of %s ms is %s long', (ms, expected) => {
  expect(measuredLength(ms)).toBe(expected)
})
