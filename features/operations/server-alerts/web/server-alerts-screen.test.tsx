import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { aSession, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './server-alerts-screen.tsx'

const path = '/ui/v1/operator/server-alerts'

const check = { name: 'disk', title: 'Disk', level: 'well', sentence: '' }
const channels = [
  { number: 1, service: 'email', value_hint: 'a…@example.com' },
  { number: 2, service: 'slack', value_hint: 'hooks.slack.com/…' },
]
const alert = {
  id: '0c7f2c3e-6f0f-4b0d-9a54-3f6d7b1f2a10',
  check: 'engine',
  severity: 'alert',
  sentence: 'The analytics database is not available.',
  opened_at: '2026-11-25T10:00:00.000Z',
  ended_at: '2026-11-25T10:12:00.000Z',
  sent_to: [
    { number: 1, is_sent: true, error: null },
    { number: 2, is_sent: false, error: 'The receiver answered 500.' },
  ],
}

const WithToasts = () => (
  <>
    <Screen />
    <ToastRegion />
  </>
)

const open = (data: object, api: ApiHandlers = {}) =>
  openScreen(WithToasts, {
    address: '/operator/alerts',
    href: '/operator/alerts',
    session: aSession(),
    api: {
      [`GET ${path}`]: { body: { data: { checks: [check], channels, alerts: [alert], ...data } } },
      ...api,
    },
  })

beforeEach(() => toasts.clear())
afterEach(stopScreens)

const rowOf = async (table: string, name: RegExp) =>
  within(await screen.findByRole('table', { name: table })).findByRole('row', { name })

test('the operator sees each check with its state', async () => {
  await open({
    checks: [
      check,
      { name: 'engine', title: 'Analytics database', level: 'alert', sentence: 'It is away.' },
      { name: 'beacons', title: 'Beacons', level: null, sentence: '' },
    ],
  })
  expect((await rowOf('Checks', /^Disk/)).textContent).toContain('OK')
  expect((await rowOf('Checks', /^Analytics/)).textContent).toContain('AlertIt is away.')
  expect((await rowOf('Checks', /^Beacons/)).textContent).toContain('UnknownIt could not be read.')
})

test('an alert says how long it lasted, and which channel has not taken it', async () => {
  await open({})
  const row = await rowOf('Alerts', /analytics database is not available/)
  expect(row.textContent).toContain('Ended')
  expect(row.textContent).toContain('12 m')
  expect(row.textContent).toContain('1 of 2')
  expect(row.textContent).toContain('Slack hooks.slack.com/…: The receiver answered 500.')
})

test('a test of a channel shows what the receiver answered', async () => {
  const result = (data: object) => ({
    body: { data: { status_code: 403, answer: null, error: null, duration_ms: 5, ...data } },
  })
  await open(
    {},
    {
      [`POST ${path}/channels/1/test`]: result({
        delivered: true,
        answer: 'The mail server accepted the mail.',
      }),
      [`POST ${path}/channels/2/test`]: result({
        delivered: false,
        error: 'The receiver answered 403.',
      }),
    },
  )
  const press = async (name: string) =>
    userEvent.click(await screen.findByRole('button', { name: `Send test to ${name}` }))
  await press('Email a…@example.com')
  expect(await screen.findByText('The mail server accepted the mail.')).toBeTruthy()
  await press('Slack hooks.slack.com/…')
  expect(await screen.findByText('The receiver answered 403.')).toBeTruthy()
})

test('without channels and alerts the screen says what to do', async () => {
  await open({ channels: [], alerts: [] })
  expect(await screen.findByText('No channels are set')).toBeTruthy()
  expect(screen.getByText(/PLAYHEAD_OPERATOR_CHANNELS, such as/)).toBeTruthy()
  expect(screen.getByText('No alerts yet')).toBeTruthy()
})

test('a failure is shown in each card, and a retry reads all of them again', async () => {
  let isBroken = true
  await open(
    {},
    {
      [`GET ${path}`]: () =>
        isBroken
          ? { status: 500, body: { error: { type: 'internal', messages: ['It broke.'] } } }
          : { body: { data: { checks: [check], channels, alerts: [] } } },
    },
  )
  const [retry, ...others] = await screen.findAllByRole('button', { name: 'Try again' })
  expect(others).toHaveLength(2)
  isBroken = false
  await userEvent.click(retry!)
  expect(await rowOf('Checks', /^Disk/)).toBeTruthy()
})
