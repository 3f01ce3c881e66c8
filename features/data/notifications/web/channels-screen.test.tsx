import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import {
  anOrganization,
  aSession,
  ids,
  openScreen,
  stopScreens,
} from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './notification-channels-screen.tsx'
import { Screen as OlderScreen } from './notification-methods-screen.tsx'

const id = (last: number) => `99999999-9999-4999-8999-${String(last).padStart(12, '0')}`
const path = '/ui/v1/notification-channels'
const address = '/organizations/$organizationId/environments/$environmentId/alerts'
const home = `/organizations/${ids.organization}/environments/${ids.environment}/alerts`
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const aChannel = (number: number, overrides: object = {}) => ({
  id: id(number),
  service: 'email',
  value: `team-${number}@example.com`,
  value_hint: 't…@example.com',
  alert_types: ['threshold', 'anomaly'],
  enabled: true,
  stays_in_outbox: false,
  switched_off_at: null,
  last_sent_at: null,
  last_error: null,
  created_at: minutesAgo(9_000),
  ...overrides,
})

const pageOf = (rows: unknown[]) => ({
  body: { data: rows, total_row_count: rows.length, page: 1, limit: 50 },
})

interface Given {
  notification_channel: { service?: string; enabled?: boolean }
}

/** A server that stores what is written. */
const server = (...given: ReturnType<typeof aChannel>[]) => {
  let rows = given
  const api: ApiHandlers = {
    [`GET ${path}`]: () => pageOf(rows),
    [`POST ${path}`]: ({ body }) => {
      const made = (body as Given).notification_channel
      const created = aChannel(9, made)
      rows = [created, ...rows]
      const secret = made.service === 'webhook' ? 'a-long-secret' : null
      return { status: 201, body: { data: { ...created, signing_secret: secret } } }
    },
  }
  for (const { id: known } of rows) {
    api[`PATCH ${path}/${known}`] = ({ body }) => {
      const changes = { ...(body as Given).notification_channel, switched_off_at: null }
      rows = rows.map((one) => (one.id === known ? { ...one, ...changes } : one))
      const row = rows.find((one) => one.id === known)!
      const secret = row.service === 'webhook' ? 'a-first-secret' : null
      return { body: { data: { ...row, signing_secret: secret } } }
    }
    api[`POST ${path}/${known}/rotate-signing-secret`] = () => ({
      body: { data: { ...rows.find((one) => one.id === known), signing_secret: 'a-new-secret' } },
    })
    api[`POST ${path}/${known}/test`] = {
      body: {
        data: {
          delivered: false,
          status_code: 404,
          answer: 'no_service',
          error: 'The receiver answered 404: no_service',
          duration_ms: 12,
        },
      },
    }
    api[`DELETE ${path}/${known}`] = () => {
      rows = rows.filter((one) => one.id !== known)
      return { status: 204 }
    }
  }
  return api
}

const open = (api: ApiHandlers, { isAdmin = true, alertingV2 = true, isOlder = false } = {}) => {
  const organization = anOrganization({ isAdmin })
  const Shown = isOlder ? OlderScreen : Screen
  return openScreen(
    () => (
      <>
        <Shown />
        <ToastRegion />
      </>
    ),
    {
      address,
      href: home,
      session: aSession({
        organization,
        organizations: [organization],
        featureFlags: { alertingV2 },
      }),
      api,
    },
  )
}

beforeEach(() => toasts.clear())
afterEach(stopScreens)

const pressAction = async (name: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

const pressTest = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name: `Send test to ${name}` }))

const openDialog = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Add Channel' }))
  return within(await screen.findByRole('dialog'))
}

const chooseService = async (dialog: ReturnType<typeof within>, name: string) => {
  await userEvent.click(dialog.getByRole('button', { name: /Service/ }))
  await userEvent.click(await screen.findByRole('option', { name }))
}

test('ALRT-028 ALRT-029 the list has the channel, its types and the last answer', async () => {
  await open(
    server(
      aChannel(1, { last_sent_at: minutesAgo(5) }),
      aChannel(2, {
        service: 'slack',
        value: 'https://chat.example.com/1',
        alert_types: ['anomaly'],
      }),
      aChannel(3, { last_error: 'The mail was not sent: no such mailbox' }),
      aChannel(4, { enabled: false }),
      aChannel(6, { stays_in_outbox: true, last_sent_at: minutesAgo(5) }),
      aChannel(5, {
        enabled: false,
        switched_off_at: minutesAgo(60),
        last_error: 'The receiver answered 400.',
      }),
    ),
  )
  await screen.findByText('team-1@example.com')
  const [head, ...rows] = screen
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))
  expect(head).toEqual(['Channel', 'Alert types', 'Last answer', 'Test', 'Actions'])
  expect(rows.map((row) => row.slice(0, 3))).toEqual([
    ['Emailteam-1@example.com', 'Threshold, Anomaly', 'WorksLast accepted 5 minutes ago'],
    ['Slackhttps://chat.example.com/1', 'Anomaly', 'Not triedNothing was accepted yet'],
    [
      'Emailteam-3@example.com',
      'Threshold, Anomaly',
      'FailingThe mail was not sent: no such mailbox',
    ],
    ['Emailteam-4@example.com', 'Threshold, Anomaly', 'OffNothing was accepted yet'],
    [
      'Emailteam-6@example.com',
      'Threshold, Anomaly',
      'OutboxThis server has no mail server: its mail stays in the outbox, which staff can read.',
    ],
    [
      'Emailteam-5@example.com',
      'Threshold, Anomaly',
      'Switched offAfter twenty failures in a row, 1 hour ago: The receiver answered 400.',
    ],
  ])
  expect(screen.getByRole('alert').textContent).toContain('team-5@example.com')
})

test('while the list is requested its place is held; a list that cannot be had is asked for again', async () => {
  let isDown = true
  const { container } = await open({
    [`GET ${path}`]: () =>
      isDown
        ? { status: 400, body: { error: { type: 'invalid_parameters', messages: ['No.'] } } }
        : { ...pageOf([aChannel(1)]), afterMs: 200 },
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isDown = false
  await userEvent.click(retry)
  expect(await screen.findByText('team-1@example.com')).toBeTruthy()
  expect(container.querySelector('tbody[aria-busy="true"]')).toBeNull()
})

test('ALRT-030 ALRT-031 ALRT-032 ALRT-033 a channel is added, starting as mail of both types', async () => {
  const { requests } = await open(server())
  await screen.findByText('No notification channels yet')
  const dialog = await openDialog()
  expect(dialog.getByRole('button', { name: /Service/ }).textContent).toContain('Email')
  expect(dialog.getByLabelText('Threshold')).toHaveProperty('checked', true)
  expect(dialog.getByLabelText('Anomaly')).toHaveProperty('checked', true)
  expect(dialog.getByLabelText('Email address')).toHaveProperty('type', 'email')
  await userEvent.click(dialog.getByRole('button', { name: 'Add channel' }))
  expect(await dialog.findByText('A value is required')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Email address'), 'on-call@example.com')
  await userEvent.click(dialog.getByLabelText('Threshold'))
  await userEvent.click(dialog.getByLabelText('Anomaly'))
  await userEvent.click(dialog.getByRole('button', { name: 'Add channel' }))
  expect(await dialog.findByText('Choose at least one alert type')).toBeTruthy()
  await userEvent.click(dialog.getByLabelText('Anomaly'))
  await userEvent.click(dialog.getByRole('button', { name: 'Add channel' }))
  expect(await screen.findByText('Notification channel created')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    notification_channel: {
      service: 'email',
      value: 'on-call@example.com',
      alert_types: ['anomaly'],
    },
  })
  expect(await screen.findByText('on-call@example.com')).toBeTruthy()
})

test.each([
  ['Slack', 'Webhook URL', 'url', 'https://chat.example.com/1', 'slack'],
  ['PagerDuty', 'Integration key', 'text', 'R0UT1NGKEY', 'pagerduty'],
])(
  'ALRT-031 ALRT-032 the value of %s is required too, and sent with its service',
  async (service, label, type, value, sent) => {
    const { requests } = await open(server())
    const dialog = await openDialog()
    await chooseService(dialog, service)
    expect(dialog.getByLabelText(label)).toHaveProperty('type', type)
    await userEvent.click(dialog.getByRole('button', { name: 'Add channel' }))
    expect(await dialog.findByText('A value is required')).toBeTruthy()
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
    await userEvent.type(dialog.getByLabelText(label), value)
    await userEvent.click(dialog.getByRole('button', { name: 'Add channel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      notification_channel: { service: sent, value, alert_types: ['anomaly', 'threshold'] },
    })
  },
)

test('ALRT-030 without alertingV2 a new channel starts with anomaly only', async () => {
  await open(server(), { alertingV2: false })
  const dialog = await openDialog()
  expect(dialog.getByLabelText('Threshold')).toHaveProperty('checked', false)
  expect(dialog.getByLabelText('Anomaly')).toHaveProperty('checked', true)
})

test('the secret of a webhook is shown once', async () => {
  await open(server())
  const dialog = await openDialog()
  await chooseService(dialog, 'Webhook')
  await userEvent.type(dialog.getByLabelText('URL'), 'https://example.com/hook')
  await userEvent.click(dialog.getByRole('button', { name: 'Add channel' }))
  const secret = await screen.findByText('a-long-secret')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(secret.isConnected).toBe(false))
})

test('a webhook gets another secret, which is shown once; other channels have none', async () => {
  const value = 'https://example.com/hook'
  await open(server(aChannel(1, { service: 'webhook', value }), aChannel(2)))
  await pressAction(value, 'Rotate signing secret')
  expect(screen.queryByText('a-new-secret')).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Rotate secret' }))
  const secret = await screen.findByText('a-new-secret')
  expect(screen.getByText('Signing secret rotated')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(secret.isConnected).toBe(false))
  await userEvent.click(screen.getByRole('button', { name: 'Actions for team-2@example.com' }))
  expect(await screen.findByRole('menuitem', { name: 'Switch off' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Rotate signing secret' })).toBeNull()
})

test('a channel that becomes a webhook shows its secret', async () => {
  await open(server(aChannel(1)))
  await pressAction('team-1@example.com', 'Edit')
  const dialog = within(await screen.findByRole('dialog'))
  await chooseService(dialog, 'Webhook')
  const field = dialog.getByLabelText('URL')
  await userEvent.clear(field)
  await userEvent.type(field, 'https://example.com/hook')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('a-first-secret')).toBeTruthy()
})

test('ALRT-032 ALRT-033 a channel is changed with what it has', async () => {
  const { requests } = await open(server(aChannel(1)))
  await pressAction('team-1@example.com', 'Edit')
  const dialog = within(await screen.findByRole('dialog'))
  const field = dialog.getByLabelText('Email address')
  expect(field).toHaveProperty('value', 'team-1@example.com')
  await userEvent.clear(field)
  await userEvent.type(field, 'new@example.com')
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('Notification channel updated')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
    notification_channel: {
      service: 'email',
      value: 'new@example.com',
      alert_types: ['threshold', 'anomaly'],
    },
  })
})

test('the key of a pager is never written whole, and kept unless another one is written', async () => {
  const { requests, container } = await open(
    server(
      aChannel(1, {
        service: 'pagerduty',
        value: 'R0UT1NGKEY',
        value_hint: '…GKEY',
        enabled: false,
        switched_off_at: minutesAgo(5),
      }),
    ),
  )
  expect((await screen.findByRole('alert')).textContent).toContain('in a row: …GKEY.')
  const edit = async () => {
    await pressAction('…GKEY', 'Edit')
    return within(await screen.findByRole('dialog'))
  }
  const dialog = await edit()
  const field = dialog.getByLabelText('Integration key')
  expect(field).toHaveProperty('value', '')
  expect(field).toHaveProperty('placeholder', '…GKEY')
  expect(dialog.getByText(/^Leave it empty to keep the key …GKEY\./)).toBeTruthy()
  await userEvent.click(dialog.getByLabelText('Anomaly'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const again = await edit()
  await userEvent.type(again.getByLabelText('Integration key'), 'ANOTHERKEY')
  await userEvent.click(again.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
  expect(sent).toMatchObject([
    { notification_channel: { value: 'R0UT1NGKEY', alert_types: ['threshold'] } },
    { notification_channel: { value: 'ANOTHERKEY' } },
  ])
  expect(container.ownerDocument.body.textContent).not.toContain('R0UT1NGKEY')
})

test('a test says what the receiver said', async () => {
  await open(server(aChannel(1)))
  await pressTest('team-1@example.com')
  expect(await screen.findByText('The test was refused')).toBeTruthy()
  expect(screen.getByText('The receiver answered 404: no_service')).toBeTruthy()
})

test('the limit on tests is said in the words of the server, which knows how long it lasts', async () => {
  const message = 'Too many attempts. Please try again in 9 minutes.'
  await open({
    ...server(aChannel(1)),
    [`POST ${path}/${id(1)}/test`]: {
      status: 429,
      body: { error: { type: 'too_many_requests', messages: [message] } },
    },
  })
  await pressTest('team-1@example.com')
  expect(await screen.findByText('The test was not sent')).toBeTruthy()
  expect(screen.getByText(message)).toBeTruthy()
  expect(screen.queryByText('Slow down!')).toBeNull()
})

test('a channel is switched on again and deleted', async () => {
  await open(server(aChannel(1, { enabled: false, switched_off_at: minutesAgo(5) })))
  expect((await screen.findByRole('alert')).textContent).toContain('Switched off')
  await pressAction('team-1@example.com', 'Switch on')
  expect(await screen.findByText('Notification channel switched on')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/Incidents are not sent there/)).toBeNull())
  await pressAction('team-1@example.com', 'Delete')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete channel' }))
  expect(await screen.findByText('No notification channels yet')).toBeTruthy()
})

test('members see hints and change nothing', async () => {
  await open(server(aChannel(1, { value: null })), { isAdmin: false })
  expect(await screen.findByText('t…@example.com')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add Channel' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Actions/ })).toBeNull()
})

test('ACCT-083 the older page has the title Notification Channels and the button Add Channel', async () => {
  await open(server(aChannel(1)), { isOlder: true })
  expect(await screen.findByRole('heading', { name: 'Notification Channels' })).toBeTruthy()
  expect(await screen.findByText('team-1@example.com')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add Channel' })).toBeTruthy()
})
