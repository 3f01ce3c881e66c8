import { describe, expect, test } from 'vitest'
import { isSilentAt } from './is-silent-at.ts'

const aSilence = (given: Partial<Parameters<typeof isSilentAt>[0]> = {}) => ({
  starts_at: new Date('2026-10-19T20:00:00Z'),
  ends_at: new Date('2026-10-20T02:00:00Z'),
  repeats: null,
  time_zone: null,
  ...given,
})

const silentAt = (silence: ReturnType<typeof aSilence>, ...times: string[]) =>
  times.map((time) => isSilentAt(silence, new Date(time)))

test('once, from its start on until before its end', () => {
  expect(
    silentAt(
      aSilence(),
      '2026-10-19T19:59:59Z',
      '2026-10-19T20:00:00Z',
      '2026-10-20T01:59:59Z',
      '2026-10-20T02:00:00Z',
      '2026-10-20T21:00:00Z',
    ),
  ).toEqual([false, true, true, false, false])
})

describe('in Berlin, from 22:00 to 04:00', () => {
  test('daily, also on the days when clocks change', () => {
    const daily = aSilence({ repeats: 'daily', time_zone: 'Europe/Berlin' })
    expect(silentAt(daily, '2026-10-18T21:00:00Z', '2026-10-20T19:59:59Z')).toEqual([false, false])
    // Summer time ends on 2026-10-25 at 01:00 UTC: 04:00 is 02:00 UTC before and 03:00 UTC after.
    expect(
      silentAt(
        daily,
        '2026-10-23T20:00:00Z',
        '2026-10-24T01:59:59Z',
        '2026-10-24T02:00:00Z',
        '2026-10-25T02:59:59Z',
        '2026-10-25T03:00:00Z',
        '2026-10-25T20:59:59Z',
        '2026-10-25T21:00:00Z',
      ),
    ).toEqual([true, true, false, true, false, false, true])
    // It begins on 2027-03-28 at 01:00 UTC.
    expect(
      silentAt(daily, '2027-03-28T01:59:59Z', '2027-03-28T02:00:00Z', '2027-03-28T20:00:00Z'),
    ).toEqual([true, false, true])
  })

  test('weekly, on the same day of the week', () => {
    const weekly = aSilence({ repeats: 'weekly', time_zone: 'Europe/Berlin' })
    expect(
      silentAt(
        weekly,
        '2026-10-20T20:30:00Z',
        '2026-10-26T20:59:59Z',
        '2026-10-26T21:00:00Z',
        '2026-10-27T02:59:59Z',
        '2026-10-27T03:00:00Z',
        '2027-03-29T20:00:00Z',
      ),
    ).toEqual([false, false, true, true, false, true])
  })
})

test('one that begins before clocks go back and ends after lasts as long on the other days', () => {
  const silence = aSilence({
    // 02:30 in summer time, and 02:15 without it.
    starts_at: new Date('2026-10-25T00:30:00Z'),
    ends_at: new Date('2026-10-25T01:15:00Z'),
    repeats: 'daily',
    time_zone: 'Europe/Berlin',
  })
  expect(
    silentAt(
      silence,
      '2026-10-25T01:14:59Z',
      '2026-10-25T01:15:00Z',
      '2026-10-26T01:29:59Z',
      '2026-10-26T01:30:00Z',
      '2026-10-26T02:14:59Z',
      '2026-10-26T02:15:00Z',
    ),
  ).toEqual([true, false, false, true, true, false])
})
