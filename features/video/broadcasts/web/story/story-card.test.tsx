import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { aStream, one, streamId } from '../testing-broadcasts.ts'
import { Part } from './story-card.tsx'

const anEvent = (type: string, second: number, data: Record<string, unknown> = {}) => ({
  id: crypto.randomUUID(),
  type: `video.live_stream.${type}`,
  created_at: new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString(),
  object: { type: 'live_stream', id: streamId },
  environment: { id: ids.environment, name: 'Production' },
  data,
})

const refusal = {
  id: crypto.randomUUID(),
  created_at: new Date(Date.UTC(2026, 10, 21, 12, 0, 30)).toISOString(),
  reason: 'busy',
  message: 'This live stream is being streamed to already.',
  protocol: 'rtmp',
  network: '203.0.113.0/24',
}

const open = (events: object[], refusals: object[]) =>
  openScreen(() => <Part stream={aStream()} />, {
    api: {
      [`GET ${one}/events`]: { body: { data: events } },
      [`GET /ui/v1/live-streams/${streamId}/refusals`]: { body: { data: refusals } },
    },
  })

afterEach(stopScreens)

test('what happened and why encoders were sent away, newest first and in the words they were given', async () => {
  await open(
    [
      anEvent('warning', 50, { warning: { type: 'x', message: 'The slate cannot be read.' } }),
      anEvent('disconnected', 40, { reconnect_window: 60 }),
      anEvent('active', 20),
      anEvent('recording', 15),
      anEvent('connected', 10, { active_ingest_protocol: 'rtmp' }),
      anEvent('updated', 5),
    ],
    [refusal],
  )
  await screen.findByText('Encoder connected')
  expect(
    screen
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.replace(/^.*?\d\d:\d\d:\d\d/, '')),
  ).toEqual([
    'WarningThe slate cannot be read.',
    'Connection lostThe reconnect window is 1 m',
    'An encoder was sent away“This live stream is being streamed to already.” RTMP from 203.0.113.0/24',
    'ActiveViewers can watch',
    'Encoder connectedBy RTMP',
  ])
})

test('before the first connection the card says what would be here', async () => {
  await open([], [])
  expect(await screen.findByText('No encoder has connected yet')).toBeTruthy()
})
