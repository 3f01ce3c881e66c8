import { expect, test } from 'vitest'
import { columnLabel, columnTimes, momentLabel } from './time-axis.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** In the local time zone. */
const at = (day: number, hour = 0, minute = 0) => new Date(2026, 10, day, hour, minute).getTime()
const utc = (day: number, hour = 0) => Date.UTC(2026, 10, day, hour)

const labels = (from: number, to: number, stepMs: number, count = 6) =>
  columnTimes({ from, to, stepMs }, count).map((time) => columnLabel(time, { from, to, stepMs }))

test('METR-024 up to 6 hours the axis shows hours and minutes', () => {
  expect(labels(at(20, 22), at(20, 23), minuteMs)).toEqual([
    '22:00',
    '22:10',
    '22:20',
    '22:30',
    '22:40',
    '22:50',
    '23:00',
  ])
  expect(labels(at(20, 20, 30), at(21, 2, 30), 10 * minuteMs)).toEqual([
    '21:00',
    '22:00',
    '23:00',
    '00:00',
    '01:00',
    '02:00',
  ])
})

test('METR-024 up to 2 days the axis shows the hour, and at midnight which day begins', () => {
  expect(labels(at(20, 12), at(21, 12), hourMs)).toEqual([
    '12:00',
    '16:00',
    '20:00',
    'Nov 21',
    '04:00',
    '08:00',
    '12:00',
  ])
  expect(columnLabel(at(20, 12), { from: at(19), to: at(21), stepMs: hourMs })).toBe('12:00')
})

test('METR-024 beyond 2 days the axis shows day and month', () => {
  expect(columnLabel(at(20, 12), { from: at(19), to: at(21, 1), stepMs: hourMs })).toBe('Nov 20')
  expect(labels(at(14), at(21), hourMs)).toEqual([
    'Nov 14',
    'Nov 15',
    'Nov 16',
    'Nov 17',
    'Nov 18',
    'Nov 19',
    'Nov 20',
    'Nov 21',
  ])
})

test('days that are counted in UTC are named as they are there, wherever the reader is', () => {
  expect(labels(utc(1), utc(30), dayMs)).toEqual([
    'Nov 1',
    'Nov 6',
    'Nov 11',
    'Nov 16',
    'Nov 21',
    'Nov 26',
  ])
  expect(momentLabel(utc(9), { from: utc(1), to: utc(30), stepMs: dayMs })).toBe('Mon, Nov 9')
})

test('TIME-035 a long range shows the date of a moment, a shorter one the time', () => {
  const moment = at(21, 3, 15)
  const of = (length: number) =>
    momentLabel(moment, { from: moment, to: moment + length, stepMs: minuteMs })
  expect(of(86_400_000)).toBe('Sat, Nov 21, 03:15')
  expect(of(86_399_999)).toBe('03:15')
})

test('a range over the turn of a year says which year', () => {
  const from = Date.UTC(2025, 11, 1)
  expect(momentLabel(from, { from, to: utc(1), stepMs: dayMs })).toBe('Mon, Dec 1, 2025')
})

test('a range without length has no columns', () => {
  expect(columnTimes({ from: 5, to: 5, stepMs: minuteMs }, 6)).toEqual([])
})
