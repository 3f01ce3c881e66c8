import { expect, test } from 'vitest'
import { shownZone } from './time-zone.ts'

const winter = Date.parse('2026-01-15T12:00:00Z')
const summer = Date.parse('2026-07-15T12:00:00Z')

test.each([
  [winter, 'UTC', 'UTC'],
  [winter, 'Europe/Berlin', 'UTC+1'],
  [summer, 'Europe/Berlin', 'UTC+2'],
  [winter, 'Asia/Kolkata', 'UTC+5:30'],
  [winter, 'America/New_York', 'UTC-5'],
])('KIT-041 at %s, times of %s are named %s', (at, zone, name) => {
  expect(shownZone(at, zone)).toBe(name)
})
