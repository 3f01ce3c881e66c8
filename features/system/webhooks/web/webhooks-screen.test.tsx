import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { checkingCode } from './signing-secret.tsx'
import { Screen } from './webhooks-screen.tsx'

const id = (last: number) => `99999999-9999-4999-8999-${String(last).padStart(12, '0')}`
const path = '/system/v1/webhooks'
const address = '/organizations/$organizationId/environments/$environmentId/settings/webhooks'
const home = `/organizations/${ids.organization}/environments/${ids.environment}/settings/webhooks`
const url = (number: number) => `https://example.com/hooks/${number}`

const aWebhook = (number: number, overrides: object = {}) => ({
  id: id(number),
  address: url(number),
  created_at: new Date(Date.UTC(2026, 2, 4, 12)).toISOString(),
  enabled: true,
  ...overrides,
})

/** A server that stores what is written. */
const server = (count: number) => {
  let rows = Array.from({ length: count }, (_, index) => aWebhook(count - index))
  const api: ApiHandlers = {
    [`GET ${path}`]: () => ({
      body: { data: rows, total_row_count: rows.length, page: 1, limit: 25 },
    }),
    [`POST ${path}`]: ({ body }) => {
      const created = { ...aWebhook(rows.length + 1), ...(body as object) }
      rows = [created, ...rows]
      return { status: 201, body: { data: { ...created, signing_secret: 'a-long-secret' } } }
    },
  }
  for (const row of rows) {
    api[`GET ${path}/${row.id}`] = () => ({ body: { data: row } })
    api[`PATCH ${path}/${row.id}`] = ({ body }) => {
      rows = rows.map((one) => (one.id === row.id ? { ...one, ...(body as object) } : one))
      return { body: { data: rows.find((one) => one.id === row.id) } }
    }
    api[`DELETE ${path}/${row.id}`] = () => {
      rows = rows.filter((one) => one.id !== row.id)
      return { status: 204 }
    }
  }
  return api
}

const WithToasts = () => (
  <>
    <Screen />
    <ToastRegion />
  </>
)

const open = (api: ApiHandlers, search = '') =>
  openScreen(WithToasts, { address, href: home + search, api })

afterEach(stopScreens)

test('ACCT-073 the table has URL, environment and day of each webhook, and their number', async () => {
  await open(server(2))
  const row = await screen.findByRole('row', { name: new RegExp(url(1)) })
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'URL',
    'Environment',
    'Created',
    'Enabled',
    'Actions',
  ])
  expect(within(row).getByText('Production')).toBeTruthy()
  expect(within(row).getByText('Mar 4, 2026')).toBeTruthy()
  expect(screen.getByText(/2 webhooks\./)).toBeTruthy()
})

test('ACCT-074 while the list is requested its place is held, and said to be busy', async () => {
  const answer = { body: { data: [aWebhook(1)], total_row_count: 1, page: 1, limit: 25 } }
  const { container } = await open({ [`GET ${path}`]: { ...answer, afterMs: 200 } })
  expect(container.querySelector('tbody[aria-busy="true"]')).toBeTruthy()
  await screen.findByText(url(1))
  expect(container.querySelector('tbody[aria-busy="true"]')).toBeNull()
})

test('without webhooks the table says what they are for', async () => {
  await open(server(0))
  expect(await screen.findByText('No webhooks yet')).toBeTruthy()
})

test('a list that cannot be had is asked for again', async () => {
  let isDown = true
  const list = server(1)[`GET ${path}`]
  await open({
    [`GET ${path}`]: (request) =>
      isDown
        ? { status: 400, body: { error: { type: 'invalid_parameters', messages: ['No.'] } } }
        : typeof list === 'function'
          ? list(request)
          : list!,
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isDown = false
  await userEvent.click(retry)
  expect(await screen.findByText(url(1))).toBeTruthy()
})

test('ACCT-075 ACCT-076 a created webhook joins the list and raises its number, and the secret is shown once', async () => {
  const { requests } = await open(server(1))
  await screen.findByText(url(1))
  await userEvent.click(screen.getByRole('button', { name: 'Create webhook' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('URL'), ` ${url(2)} `)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create webhook' }))
  expect(await within(dialog).findByText('a-long-secret')).toBeTruthy()
  expect(within(dialog).getByText(/It cannot be shown again/)).toBeTruthy()
  expect(within(dialog).getByLabelText('Check that events come from here').textContent).toBe(
    checkingCode,
  )
  const sent = requests.find(({ method }) => method === 'POST')!
  expect(sent.body).toEqual({ address: url(2) })
  expect(sent.headers['x-environment-id']).toBe(ids.environment)
  await userEvent.keyboard('{Escape}')
  expect(screen.getByText('a-long-secret')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(screen.queryByText('a-long-secret')).toBeNull())
  expect(await screen.findByText(url(2))).toBeTruthy()
  expect(screen.getByText(/2 webhooks\./)).toBeTruthy()
})

test('ACCT-077 a URL must be valid before anything is sent', async () => {
  const { requests } = await open(server(0))
  await screen.findByText('No webhooks yet')
  await userEvent.click(screen.getByRole('button', { name: 'Create webhook' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('URL'), 'example')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create webhook' }))
  expect(await within(dialog).findByText('URL does not appear to be valid')).toBeTruthy()
  expect(requests.some(({ method }) => method === 'POST')).toBe(false)
})

test('a refusal of a URL is shown at its field', async () => {
  const message = 'This environment already has a webhook for this URL.'
  await open({
    ...server(0),
    [`POST ${path}`]: {
      status: 400,
      body: {
        error: { type: 'invalid_parameters', messages: [message], fields: { address: [message] } },
      },
    },
  })
  await screen.findByText('No webhooks yet')
  await userEvent.click(screen.getByRole('button', { name: 'Create webhook' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('URL'), url(1))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create webhook' }))
  expect(await within(dialog).findByText(message)).toBeTruthy()
  expect(within(dialog).getByLabelText('URL').getAttribute('aria-invalid')).toBe('true')
})

const choose = async (number: number, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${url(number)}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('ACCT-075 ACCT-076 a webhook is deleted after a question, and the number goes down', async () => {
  const { requests } = await open(server(2))
  await choose(2, 'Delete')
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByText(url(2))).toBeTruthy()
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete webhook' }))
  expect(await screen.findByText('Webhook deleted')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(url(2))).toBeNull())
  expect(screen.getByText(/1 webhook\./)).toBeTruthy()
})

test('ACCT-076 a webhook gets another URL', async () => {
  const { requests } = await open(server(1))
  await choose(1, 'Edit')
  const dialog = await screen.findByRole('dialog')
  const field = within(dialog).getByLabelText('URL')
  await userEvent.clear(field)
  await userEvent.type(field, url(7))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(url(7))).toBeTruthy()
  expect(requests.find(({ method }) => method === 'PATCH')?.body).toEqual({ address: url(7) })
})

test('ACCT-076 a webhook is switched off and on', async () => {
  const { requests } = await open(server(1))
  const toggle = await screen.findByRole('switch', { name: `Send events to ${url(1)}` })
  await userEvent.click(toggle)
  expect(await screen.findByText('Webhook disabled')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'PATCH')?.body).toEqual({ enabled: false })
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(false))
})

const event = {
  id: id(50),
  type: 'video.asset.ready',
  created_at: new Date(Date.now() - 60_000).toISOString(),
  object: { type: 'asset', id: id(60) },
}

const delivery = {
  event,
  status: 'failed',
  attempt_count: 12,
  max_attempts: 12,
  next_attempt_at: null,
  last_attempt: {
    created_at: event.created_at,
    response_status_code: 503,
    error: null,
    duration_ms: 340,
  },
}

const attempt = {
  id: id(70),
  webhook_id: id(1),
  address: url(1),
  number: 12,
  created_at: event.created_at,
  max_attempts: 12,
  response_status_code: 503,
  response_headers: { 'x-request-id': 'abc' },
  response_body: 'try later',
  error: null,
  duration_ms: 340,
}

const deliveries = `/ui/v1/webhooks/${id(1)}/deliveries`

const withDeliveries = (): ApiHandlers => ({
  ...server(1),
  [`GET ${deliveries}`]: ({ search }) => {
    const rows = [undefined, null, '', 'failed'].includes(search.get('status')) ? [delivery] : []
    return { body: { data: rows, total_row_count: rows.length, page: 1, limit: 25 } }
  },
  [`GET ${deliveries}/${event.id}`]: {
    body: {
      data: {
        ...delivery,
        attempts: [attempt],
        payload: { ...event, data: { snake_case: 1 } },
      },
    },
  },
  [`POST ${deliveries}/${event.id}/resend`]: {
    body: { data: { ...delivery, status: 'pending', next_attempt_at: event.created_at } },
  },
  [`POST /ui/v1/webhooks/${id(1)}/test`]: { status: 201, body: { data: delivery } },
})

test('ACTV-006 a webhook opens to its deliveries, an event to what was sent and what came back', async () => {
  const { router, requests } = await open(withDeliveries())
  await userEvent.click(await screen.findByRole('link', { name: url(1) }))
  const drawer = await screen.findByRole('dialog')
  const entry = await within(drawer).findByRole('button', { name: /video\.asset\.ready/ })
  expect(entry.textContent).toContain('Answered 503 in 340 ms')
  expect(within(entry).getByText('Failed')).toBeTruthy()
  await userEvent.click(entry)
  expect(entry.getAttribute('aria-expanded')).toBe('true')
  expect((await within(drawer).findByLabelText('Response body')).textContent).toBe('try later')
  expect(within(drawer).getByLabelText('Response headers').textContent).toBe('x-request-id: abc')
  expect(within(drawer).getByLabelText('Event').textContent).toContain('"snake_case": 1')
  expect(router.state.location.href).toBe(`${home}?webhook=${id(1)}&event=${event.id}`)

  await userEvent.click(within(drawer).getByRole('button', { name: 'Resend' }))
  expect(await screen.findByText('The event is sent again')).toBeTruthy()
  expect(
    requests.some(({ method, path: asked }) => method === 'POST' && asked.endsWith('/resend')),
  ).toBe(true)

  await userEvent.click(within(drawer).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(router.state.location.href).toBe(home))
})

test('deliveries are picked by what became of them, and a link reproduces it', async () => {
  const { router } = await open(withDeliveries(), `?webhook=${id(1)}`)
  const drawer = await screen.findByRole('dialog')
  await within(drawer).findByText('video.asset.ready')
  await userEvent.click(within(drawer).getByRole('radio', { name: 'Delivered' }))
  expect(await within(drawer).findByText('Nothing delivered')).toBeTruthy()
  expect(router.state.location.href).toBe(`${home}?webhook=${id(1)}&status=delivered`)
})

test('a test event is sent on demand', async () => {
  const { requests } = await open(withDeliveries(), `?webhook=${id(1)}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Send test event' }))
  expect(await screen.findByText('Test event sent')).toBeTruthy()
  expect(requests.some(({ path: asked }) => asked === `/ui/v1/webhooks/${id(1)}/test`)).toBe(true)
})
