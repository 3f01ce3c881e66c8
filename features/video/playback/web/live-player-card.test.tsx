import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { toCamel } from '@playhead/contract-kit/case-seam.ts'
import { LiveStream } from '@playhead/features/video/live-streams/contract'
import { openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Part } from './live-player-card.tsx'

const open = (overrides: Record<string, unknown>, api: ApiHandlers = {}) => {
  const wire = {
    id: 'bbbbbbbb-0000-4000-8000-000000000001',
    created_at: '1795000001',
    ...overrides,
  }
  const stream = toCamel(LiveStream, wire)
  return openScreen(() => <Part stream={stream} />, { api })
}

afterEach(async () => {
  vi.useRealTimers()
  await stopScreens()
})

test.each([
  [{ status: 'idle' }, 'No encoder is connected'],
  [{ status: 'idle', active_asset_id: 'x' }, 'An encoder is connected'],
  [{ status: 'disabled' }, 'This live stream is disabled'],
  [{ status: 'active' }, 'It cannot be watched yet'],
])('%o says why there is no picture', async (overrides, text) => {
  const { requests } = await open(overrides)
  expect(await screen.findByText(text)).toBeTruthy()
  expect(requests).toEqual([])
})

test.each([
  ['idle', 'public', 1],
  ['idle', 'signed', 0],
  ['disabled', 'public', 0],
])('LIVE-002 %s with a %s id has %i links to its watch page', async (status, policy, count) => {
  await open({ status, playback_ids: [{ id: 'Live1', policy }] })
  await screen.findByText(/^(No encoder is|This live stream is)/)
  const links = screen.queryAllByRole<HTMLAnchorElement>('link', { name: /Open the watch page/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    Array.from({ length: count }, () => '/watch/Live1'),
  )
})

test('a token that cannot be had is said, and nothing is played that would count', async () => {
  await open({ status: 'active', playback_ids: [{ id: 'Live1', policy: 'public' }] })
  expect(await screen.findByText('The token for this preview could not be fetched.')).toBeTruthy()
})

test('a preview that is looked at for hours gets another token before its own expires', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const token = {
    playback_id: 'Live1',
    video: 'v',
    thumbnail: 't',
    storyboard: 's',
    expires_at: 1,
  }
  const { requests } = await open(
    { status: 'active', playback_ids: [{ id: 'Live1', policy: 'public' }] },
    { 'GET /ui/v1/playback-tokens': { body: { data: [token] } } },
  )
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(2.9 * 3600_000)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(0.2 * 3600_000)
  await vi.waitFor(() => expect(requests).toHaveLength(2))
})
