import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { anOrganization, aSession, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { Part } from './event-attempts-card.tsx'

const eventId = '99999999-9999-4999-8999-000000000001'
const webhookId = '99999999-9999-4999-8999-000000000002'

const event = {
  id: eventId,
  type: 'video.asset.ready',
  createdAt: '2026-03-04T12:00:00.000Z',
  object: { type: 'asset', id: 'a' },
  environment: { id: '22222222-2222-4222-8222-222222222222', name: 'Production' },
  data: {},
  delivery: { delivered: 0, pending: 0, failed: 1 },
}

const anAttempt = (number: number, status: number | null) => ({
  id: `99999999-9999-4999-8999-00000000001${number}`,
  webhook_id: webhookId,
  address: 'https://example.com/hook',
  number,
  created_at: '2026-03-04T12:00:00.000Z',
  max_attempts: 12,
  response_status_code: status,
  response_headers: {},
  response_body: status === null ? null : 'not now',
  error: status === null ? 'It took longer than 5 seconds.' : null,
  duration_ms: 120,
})

const Card = () => (
  <>
    <Part event={event} />
    <ToastRegion />
  </>
)

const apiOf = (attempts: object[], delivery = event.delivery): ApiHandlers => ({
  [`GET /ui/v1/events/${eventId}/webhook-attempts`]: { body: { data: attempts } },
  [`GET /ui/v1/events/${eventId}`]: {
    body: { data: { ...event, created_at: event.createdAt, delivery } },
  },
  [`POST /ui/v1/webhooks/${webhookId}/deliveries/${eventId}/resend`]: { body: { data: {} } },
})

afterEach(stopScreens)

test('ACTV-006 the page of an event shows each attempt, and sends the event again', async () => {
  const { requests } = await openScreen(Card, {
    api: apiOf([anAttempt(2, 500), anAttempt(1, null)]),
  })
  const attempts = within(
    await screen.findByRole('list', { name: 'Attempts to reach https://example.com/hook' }),
  ).getAllByRole('listitem')
  expect(attempts.map((one) => one.textContent)).toEqual([
    expect.stringMatching(/#2 Answered 500.*120 ms.*not now/),
    expect.stringMatching(/#1 It took longer than 5 seconds/),
  ])
  expect(screen.getByText('1 failed')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Resend to https://example.com/hook' }))
  expect(await screen.findByText('The event is sent again')).toBeTruthy()
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('ACTV-006 members see the attempts and cannot resend; an event of no webhook says so', async () => {
  const session = aSession({ organization: anOrganization({ isAdmin: false }) })
  await openScreen(Card, { api: apiOf([anAttempt(1, 500)]), session })
  await screen.findByText(/Answered 500/)
  expect(screen.queryByRole('button', { name: /Resend/ })).toBeNull()
  await stopScreens()
  await openScreen(Card, { api: apiOf([], { delivered: 0, pending: 0, failed: 0 }) })
  expect(await screen.findByText('Not sent to any webhook')).toBeTruthy()
})
