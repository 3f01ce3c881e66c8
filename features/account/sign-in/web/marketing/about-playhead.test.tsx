import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AboutPlayhead } from './about-playhead.tsx'
import { quotes } from './marketing-texts.ts'

interface HappyWindow {
  happyDOM: {
    setViewport: (size: { width?: number; height?: number }) => void
    settings: { device: { prefersReducedMotion: string } }
  }
}
const { happyDOM } = globalThis as unknown as HappyWindow

const shown = () => document.querySelector('[data-shown] figcaption b')?.textContent ?? 'nobody'
const people = quotes.map(({ person }) => person)
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const carousel = () => screen.getByRole('region', { name: 'What customers say' })

beforeEach(() => {
  vi.useFakeTimers()
  happyDOM.setViewport({ width: 1440, height: 900 })
  happyDOM.settings.device.prefersReducedMotion = 'no-preference'
})
afterEach(() => {
  vi.useRealTimers()
  happyDOM.setViewport({ width: 1440, height: 900 })
  happyDOM.settings.device.prefersReducedMotion = 'no-preference'
})

test('AUTH-003 AUTH-004 the logged-out pages show highlights, quotes, logos and what the product does', () => {
  render(<AboutPlayhead hasOffer />)
  expect(screen.getByText('Start free or get $100 of usage credits for $10.')).toBeTruthy()
  expect(screen.getByText(/median time to playback under 2 seconds/)).toBeTruthy()
  expect(
    screen.getByText('Playhead powers video streaming and analytics for video apps'),
  ).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Highlights' }).children.length).toBe(4)
  expect(screen.getByRole('list', { name: 'Customers' }).children.length).toBe(6)
  expect(carousel().querySelectorAll('blockquote').length).toBe(quotes.length)
})

describe('the quotes', () => {
  test('AUTH-005 move on every 8 seconds and start over after the last', () => {
    render(<AboutPlayhead hasOffer />)
    expect(shown()).toBe(people[0])
    pass(7999)
    expect(shown()).toBe(people[0])
    pass(1)
    expect(shown()).toBe(people[1])
    for (const person of [people[2], people[3], people[0]]) {
      pass(8000)
      expect(shown()).toBe(person)
    }
  })

  test('AUTH-006 pause in a window narrower than 920 px and go on at 920', () => {
    happyDOM.setViewport({ width: 919 })
    render(<AboutPlayhead hasOffer />)
    pass(20_000)
    expect(shown()).toBe(people[0])
    expect(screen.queryByRole('button', { name: 'Pause quotes' })).toBeNull()
    act(() => happyDOM.setViewport({ width: 920 }))
    pass(8000)
    expect(shown()).toBe(people[1])
  })

  test('pause for people who prefer less motion', () => {
    happyDOM.settings.device.prefersReducedMotion = 'reduce'
    render(<AboutPlayhead hasOffer />)
    pass(20_000)
    expect(shown()).toBe(people[0])
  })

  test('pause while the pointer or the keyboard is on them', () => {
    render(<AboutPlayhead hasOffer />)
    fireEvent.pointerEnter(carousel())
    pass(20_000)
    expect(shown()).toBe(people[0])
    fireEvent.pointerLeave(carousel())
    pass(8000)
    expect(shown()).toBe(people[1])
    act(() => screen.getByRole('button', { name: `Quote by ${people[3]}` }).focus())
    pass(20_000)
    expect(shown()).toBe(people[1])
  })

  test('are paused, played and chosen by hand', () => {
    render(<AboutPlayhead hasOffer />)
    fireEvent.click(screen.getByRole('button', { name: 'Pause quotes' }))
    pass(20_000)
    expect(shown()).toBe(people[0])
    fireEvent.click(screen.getByRole('button', { name: `Quote by ${people[2]}` }))
    expect(shown()).toBe(people[2])
    fireEvent.click(screen.getByRole('button', { name: 'Play quotes' }))
    pass(8000)
    expect(shown()).toBe(people[3])
  })
})
