import { expect, test } from 'vitest'
import { DamagedPlaces } from './damaged-places.ts'

test('a segment that fails again is skipped, however short it is', () => {
  for (const seconds of [4, 0.3, 0.2, 0.02]) {
    const places = new DamagedPlaces()
    const last = { start: 28, end: 28 + seconds }
    expect(places.note(last, 27)).toBe(false)
    expect(places.note(last, 27)).toBe(true)
    expect(places.isSkipped(last)).toBe(true)
    // Not what lies before it.
    expect(places.isSkipped({ start: 24, end: 28 })).toBe(false)
    expect(places.isSkipped({ start: 24, end: 28.004 })).toBe(false)
  }
})

test('picture and sound that begin a little apart are one place, neighbours are not', () => {
  const places = new DamagedPlaces()
  places.note({ start: 4, end: 8 }, 0)
  expect(places.note({ start: 4.2, end: 8.2 }, 0)).toBe(true)
  expect(places.isSkipped({ start: 8.2, end: 12 })).toBe(false)
})
