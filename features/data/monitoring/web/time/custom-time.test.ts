import { expect, test } from 'vitest'
import { customTimeAt, readCustomTime, settledCustomTime } from './custom-time.ts'

const newest = new Date(2026, 10, 23, 14, 5, 20).getTime() / 1_000
const secondsAt = (day: number, hour: number, minute: number, second = 0) =>
  new Date(2026, 10, day, hour, minute, second).getTime() / 1_000
const of = (day: 'today' | 'yesterday', hour: string, minute: string) => ({ day, hour, minute })

test('MONI-015 an hour from 0 to 23 and a minute from 0 to 59', () => {
  expect(readCustomTime(of('today', '0', '0'), newest)).toEqual({
    start: secondsAt(23, 0, 0),
    errors: {},
  })
  expect(readCustomTime(of('yesterday', '23', '59'), newest).start).toBe(secondsAt(22, 23, 59))
  for (const hour of ['24', '', '-1', '1.5', 'ab', '007'])
    expect(readCustomTime(of('today', hour, '00'), newest), hour).toEqual({
      errors: { hour: 'From 00 to 23.' },
    })
  expect(readCustomTime(of('today', '99', '60'), newest).errors).toEqual({
    hour: 'From 00 to 23.',
    minute: 'From 00 to 59.',
  })
})

test('MONI-014 a time more than 24 hours ago is an error', () => {
  expect(readCustomTime(of('yesterday', '14', '06'), newest).start).toBe(secondsAt(22, 14, 6))
  expect(readCustomTime(of('yesterday', '14', '05'), newest).start).toBeUndefined()
  expect(readCustomTime(of('yesterday', '14', '05'), newest).errors.time).toContain('24 hours')
})

test('MONI-016 MONI-020 a time later today is now, in steps of five seconds', () => {
  expect(readCustomTime(of('today', '14', '05'), newest).start).toBe(secondsAt(23, 14, 5))
  expect(readCustomTime(of('today', '14', '06'), newest).start).toBe(secondsAt(23, 14, 5, 20))
  expect(readCustomTime(of('today', '23', '00'), newest + 3).start).toBe(secondsAt(23, 14, 5, 20))
})

test('MONI-015 MONI-016 a field that is left shows two digits, and no later than now', () => {
  expect(settledCustomTime(of('today', '9', '5'), newest)).toEqual(of('today', '09', '05'))
  expect(settledCustomTime(of('today', '23', '00'), newest)).toEqual(of('today', '14', '05'))
  expect(settledCustomTime(of('today', '9', '70'), newest)).toEqual(of('today', '09', '70'))
  expect(settledCustomTime(of('yesterday', '1', '2'), newest)).toEqual(of('yesterday', '01', '02'))
})

test('the fields open with the time that is shown', () => {
  expect(customTimeAt(secondsAt(23, 0, 0), newest)).toEqual(of('today', '00', '00'))
  expect(customTimeAt(secondsAt(22, 23, 59, 55), newest)).toEqual(of('yesterday', '23', '59'))
})
