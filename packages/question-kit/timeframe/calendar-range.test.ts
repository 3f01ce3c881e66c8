import { CalendarDate, Time } from '@playhead/ui/calendar/calendar-date.ts'
import { describe, expect, test } from 'vitest'
import {
  calendarBounds,
  completeDraft,
  type Draft,
  draftErrors,
  draftOf,
  emptyDraft,
  savedTimeframe,
  defaultDraft,
  withDates,
  withFirstDate,
  withStart,
} from './calendar-range.ts'

const now = Date.parse('2026-11-21T15:03:20Z')
const plain = { historicalMetrics: false, retentionDays: 100 }
const historical = { historicalMetrics: true, retentionDays: 100 }
const at = (limits = plain, timeZone = 'UTC') => ({ now, timeZone, limits })
const day = (text: string) => {
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number)
  return new CalendarDate(year, month, date)
}
const time = (text: string) => {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  return new Time(hour, minute)
}
const draft = (start: string, end: string): Draft => {
  const [startDate = '', startTime] = start.split(' ')
  const [endDate = '', endTime] = end.split(' ')
  return {
    start: day(startDate),
    end: endDate ? day(endDate) : null,
    startTime: startTime ? time(startTime) : null,
    endTime: endTime ? time(endTime) : null,
  }
}
const rangeOf = (given: Draft, circumstances = at()) => {
  const complete = completeDraft(given, circumstances)!
  return [complete.startMs, complete.endMs].map((ms) => new Date(ms).toISOString().slice(0, 16))
}

describe('times', () => {
  test.each([
    ['another day', draft('2026-11-10', '2026-11-12'), ['2026-11-10T00:00', '2026-11-12T23:59']],
    ['today', draft('2026-11-10', '2026-11-21'), ['2026-11-10T00:00', '2026-11-21T15:03']],
    ['no end', draft('2026-11-10', ''), ['2026-11-10T00:00', '2026-11-21T15:03']],
    [
      'typed',
      draft('2026-11-10 09:30', '2026-11-12 18:00'),
      ['2026-11-10T09:30', '2026-11-12T18:00'],
    ],
  ])('TIME-025 the usual times of %s', (_, given, range) => {
    expect(rangeOf(given)).toEqual(range)
  })

  test('TIME-026 no time of today lies after now', () => {
    expect(rangeOf(draft('2026-11-21 18:00', '2026-11-21 23:00'))).toEqual([
      '2026-11-21T15:03',
      '2026-11-21T15:03',
    ])
    expect(rangeOf(draft('2026-11-20 18:00', '2026-11-20 23:00'))).toEqual([
      '2026-11-20T18:00',
      '2026-11-20T23:00',
    ])
  })

  test('TIME-024 at the first date the start is the next full hour, elsewhere midnight', () => {
    expect(rangeOf(draft('2026-08-13', '2026-08-20'))[0]).toBe('2026-08-13T16:00')
    expect(rangeOf(draft('2026-08-14', '2026-08-20'))[0]).toBe('2026-08-14T00:00')
    const typed = { ...draft('2026-09-01 09:00', '2026-09-02'), isStartTimeTyped: true }
    const moved = withDates(typed, { start: day('2026-08-13'), end: day('2026-08-20') }, at())
    expect(rangeOf(moved)[0]).toBe('2026-08-13T16:00')
  })

  test('TIME-024 late in the evening the next full hour belongs to the next date', () => {
    const late = { ...at(), now: Date.parse('2026-11-21T23:30:00Z') }
    expect(calendarBounds(late).minDate.toString()).toBe('2026-08-14')
    expect(rangeOf(draft('2026-08-14', '2026-08-20'), late)[0]).toBe('2026-08-14T00:00')
  })

  test('TIME-027 a historical range goes from 00:00 to 23:59 in UTC, whatever the place', () => {
    const inTokyo = at(historical, 'Asia/Tokyo')
    const given = draft('2026-03-01 09:00', '2026-03-07')
    expect(rangeOf(given, inTokyo)).toEqual(['2026-03-01T00:00', '2026-03-07T23:59'])
    expect(completeDraft(given, inTokyo)).toMatchObject({ isHistorical: true, timeZone: 'UTC' })
    expect(rangeOf(draft('2026-11-01', '2026-11-02'), inTokyo)).toEqual([
      '2026-10-31T15:00',
      '2026-11-02T14:59',
    ])
  })

  test('TIME-025 TIME-027 a historical start gives the end its usual time, of today the present one', () => {
    const circumstances = at(historical)
    const start = day('2026-03-01')
    const offered = defaultDraft(circumstances)
    const entered = withStart(offered, start, circumstances)
    expect(rangeOf(entered, circumstances)).toEqual(['2026-03-01T00:00', '2026-11-21T15:03'])
    const ended = { ...entered, end: day('2026-11-20') }
    expect(rangeOf(ended, circumstances)).toEqual(['2026-03-01T00:00', '2026-11-20T23:59'])
    const typed = { ...offered, endTime: time('09:15'), isEndTimeTyped: true }
    expect(rangeOf(withStart(typed, start, circumstances), circumstances)[1]).toBe(
      '2026-11-21T09:15',
    )
    const back = withStart(entered, day('2026-11-10'), circumstances)
    expect(rangeOf(back, circumstances)).toEqual(['2026-11-10T00:00', '2026-11-21T15:03'])
  })

  test('TIME-016 TIME-025 with the first date alone the range goes on to now', () => {
    const first = withFirstDate(defaultDraft(at()), day('2026-11-10'))
    expect(rangeOf(first)).toEqual(['2026-11-10T00:00', '2026-11-21T15:03'])
  })

  test('times that were typed stay when other dates are chosen, usual ones do not', () => {
    const range = { start: day('2026-11-02'), end: day('2026-11-03') }
    const typed = { ...draft('2026-11-10 09:30', '2026-11-12 18:00'), isEndTimeTyped: true }
    expect(rangeOf(withDates(typed, range, at()))).toEqual(['2026-11-02T00:00', '2026-11-03T18:00'])
  })
})

describe('errors', () => {
  const before = { date: 'Invalid dates. Start date must be before end date' }
  const short = { time: 'Invalid times. Needs to be longer than 1 minute' }
  const early = { date: 'Invalid start date. The earliest date you can view is Aug 13, 2026' }

  test.each([
    ['TIME-020', draft('2026-11-12', '2026-11-10'), before],
    ['TIME-020', draft('2026-11-12 10:00', '2026-11-12 09:59'), before],
    ['TIME-021', draft('2026-11-12 10:00', '2026-11-12 10:00'), short],
    ['TIME-021', draft('2026-11-12 10:00', '2026-11-12 10:01'), {}],
    ['TIME-022', draft('2026-08-12', '2026-11-12'), early],
    ['TIME-022', draft('2026-08-13 15:03', '2026-11-12'), early],
    ['TIME-022', draft('2026-08-13 15:04', '2026-11-12'), {}],
    [
      'TIME-023',
      draft('2026-11-10', '2026-11-22'),
      { date: 'Invalid dates. The latest date you can view is Nov 21, 2026' },
    ],
    ['TIME-016', emptyDraft, {}],
  ])('%s %#', (_, given, errors) => {
    expect(draftErrors(given, at())).toEqual(errors)
  })

  test('TIME-021 59 seconds are too few and 60 are enough', () => {
    const seconds = (second: number): Draft => ({
      ...draft('2026-11-12 10:00', '2026-11-12'),
      endTime: new Time(10, second === 60 ? 1 : 0, second % 60),
    })
    expect(draftErrors(seconds(59), at())).toEqual(short)
    expect(draftErrors(seconds(60), at())).toEqual({})
  })
})

test.each([
  ['TIME-023 TIME-031', historical, '2025-10-23', '2026-11-21'],
  ['TIME-023 TIME-031', plain, '2026-08-13', '2026-11-21'],
  ['TIME-031', { historicalMetrics: false, retentionDays: 35 }, '2026-10-17', '2026-11-21'],
  ['TIME-032', { historicalMetrics: false, retentionDays: 0 }, '2026-08-13', '2026-11-21'],
])('%s dates from the retention limit to now: %j', (_, limits, first, last) => {
  const { minDate, maxDate } = calendarBounds(at(limits))
  expect([minDate.toString(), maxDate.toString()]).toEqual([first, last])
})

test('TIME-019 the usual range is the last 7 days, ending at the start of today', () => {
  expect(rangeOf(defaultDraft(at()))).toEqual(['2026-11-14T00:00', '2026-11-21T00:00'])
  const short = at({ historicalMetrics: false, retentionDays: 3 })
  expect(rangeOf(defaultDraft(short), short)).toEqual(['2026-11-18T16:00', '2026-11-21T15:03'])
})

test('TIME-017 TIME-018 the range is saved in seconds, the earlier moment first', () => {
  const range = { startMs: 1_790_000_000_000, endMs: 1_780_000_000_999 }
  expect(savedTimeframe(range)).toEqual(['1780000000', '1790000000'])
})

test('a range of the address comes back unchanged', () => {
  const range = { startMs: now - 86_400_000, endMs: now - 3_600_000 }
  const circumstances = at(plain, 'America/New_York')
  expect(completeDraft(draftOf(range, circumstances), circumstances)).toMatchObject(range)
})
