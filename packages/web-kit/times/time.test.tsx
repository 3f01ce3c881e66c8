import { expect, test } from 'vitest'
import { render, screen } from '@testing-library/react'
import { Time } from './time.tsx'
import { useFrameNamesZone, useZoneNoteOnScreen } from './zone-on-screen.ts'

const Frame = () => <p>{useFrameNamesZone() ? 'Times are in UTC' : 'no zone'}</p>

const Note = () => {
  useZoneNoteOnScreen()
  return null
}

const zone = () => screen.getByText(/zone|UTC/).textContent

test('the frame names the zone while a screen shows times and does not name it itself', () => {
  const times = ['2026-11-30T10:00:00Z', '2026-11-30T11:00:00Z']
  const screenOf = (shown: string[], isNamed: boolean) => (
    <>
      {shown.map((at) => (
        <Time key={at} at={at} />
      ))}
      {isNamed && <Note />}
      <Frame />
    </>
  )
  const { rerender, unmount } = render(screenOf([], false))
  expect(zone()).toBe('no zone')
  rerender(screenOf(times, false))
  expect(zone()).toBe('Times are in UTC')
  rerender(screenOf(times.slice(1), false))
  expect(zone()).toBe('Times are in UTC')
  rerender(screenOf(times, true))
  expect(zone()).toBe('no zone')
  rerender(screenOf([], false))
  expect(zone()).toBe('no zone')
  unmount()
})

test('a moment is written in full on hover, and in other words where these say more', () => {
  render(<Time at={Date.UTC(2026, 0, 2, 3, 4)}>at four past three</Time>)
  const time = screen.getByText('at four past three')
  expect(time.title).toBe('Jan 2, 2026, 03:04')
  expect(time.getAttribute('datetime')).toBe('2026-01-02T03:04:00.000Z')
})
