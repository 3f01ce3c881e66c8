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
import { checkingCode } from './export-created.tsx'
import { Screen } from './streaming-exports-screen.tsx'

const id = (last: number) => `99999999-9999-4999-8999-${String(last).padStart(12, '0')}`
const path = '/ui/v1/streaming-exports'
const address = '/organizations/$organizationId/environments/$environmentId/settings'
const home = `/organizations/${ids.organization}/environments/${ids.environment}/settings`
const url = (number: number) => `https://warehouse.example.com/${number}`
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const anExport = (number: number, overrides: object = {}) => ({
  id: id(number),
  kind: 'viewstream',
  destination: 'http',
  http: { address: url(number) },
  s3: null,
  status: 'running',
  enabled: true,
  rows_sent: 1_234_567,
  sent_until: minutesAgo(0),
  last_sent_at: minutesAgo(0),
  refused_since: null,
  last_error: null,
  created_at: minutesAgo(9_000),
  ...overrides,
})

const bucket = {
  endpoint: 'https://s3.example.com',
  region: 'eu-central-1',
  bucket: 'northlight-views',
  prefix: 'raw',
  access_key_id: 'AKIA1',
}
const toBucket = { destination: 's3', http: null, s3: bucket }

const pageOf = (rows: unknown[]) => ({
  body: { data: rows, total_row_count: rows.length, page: 1, limit: 5 },
})

/** A server that stores what is written. */
const server = (...given: ReturnType<typeof anExport>[]) => {
  let rows = given
  const api: ApiHandlers = {
    [`GET ${path}`]: () => pageOf(rows),
    [`POST ${path}`]: ({ body }) => {
      const { streaming_export: made } = body as { streaming_export: { s3?: object } }
      const created = anExport(9, made.s3 ? toBucket : made)
      rows = [created, ...rows]
      const secret = made.s3 ? null : 'a-long-secret'
      return { status: 201, body: { data: { ...created, signing_secret: secret } } }
    },
  }
  for (const { id: known } of rows) {
    const set = (changes: object) => {
      rows = rows.map((one) => (one.id === known ? { ...one, ...changes } : one))
      return { body: { data: rows.find((one) => one.id === known) } }
    }
    api[`PATCH ${path}/${known}`] = ({ body }) => {
      const { enabled, ...changes } = (body as { streaming_export: { enabled?: boolean } })
        .streaming_export
      const status =
        enabled === undefined ? {} : { enabled, status: enabled ? 'running' : 'paused' }
      return set({ ...changes, ...status })
    }
    api[`POST ${path}/${known}/restart`] = ({ body }) =>
      set({ sent_until: (body as { from: string }).from, status: 'delayed' })
    api[`POST ${path}/${known}/test`] = {
      body: { data: { delivered: false, error: 'The address answered 503.', duration_ms: 12 } },
    }
    api[`DELETE ${path}/${known}`] = () => {
      rows = rows.filter((one) => one.id !== known)
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

const open = (api: ApiHandlers, { isAdmin = true, isIncluded = true, hasHealth = false } = {}) => {
  const organization = anOrganization({ isAdmin })
  return openScreen(WithToasts, {
    address,
    href: home,
    session: aSession({
      organization,
      organizations: [organization],
      featureFlags: {
        streamingExportsViewstream: isIncluded,
        streamingExportsLivehealthstream: hasHealth,
      },
    }),
    api,
  })
}

beforeEach(() => toasts.clear())
afterEach(stopScreens)

const choose = async (name: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('ACCT-081 the list has type, destination and status, how many rows were sent and how far it has come', async () => {
  await open(
    server(
      anExport(1),
      anExport(2, { ...toBucket, status: 'delayed', rows_sent: 1, sent_until: minutesAgo(180) }),
      anExport(3, { status: 'paused', enabled: false, sent_until: minutesAgo(120) }),
      anExport(4, {
        refused_since: minutesAgo(10),
        last_error: 'The address answered 503.',
      }),
      anExport(5, {
        status: 'stopped',
        enabled: false,
        sent_until: minutesAgo(1_500),
        last_error: 'The address answered 401.',
      }),
    ),
  )
  await screen.findByText(url(1))
  const [head, ...rows] = screen
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))
  expect(head).toEqual(['Destination', 'Type', 'Status', 'Actions'])
  const texts = rows.map((row) => row.slice(0, 3))
  expect(texts[0]).toEqual([
    `HTTP${url(1)}`,
    'Views',
    expect.stringMatching(/^Running1,234,567 rows sentUp to date, /),
  ])
  expect(texts[1]).toEqual([
    'S3s3://northlight-views/raw',
    'Views',
    'Delayed1 row sentCatching up from 3 hours ago',
  ])
  expect(texts[2]?.[2]).toBe('Paused1,234,567 rows sentSent everything up to 2 hours ago')
  expect(texts[3]?.[2]).toBe(
    'Running1,234,567 rows sentRefused since 10 minutes ago: The address answered 503',
  )
  expect(texts[4]?.[2]).toMatch(/^Stopped.*: The address answered 401$/)
  expect(screen.getByRole('button', { name: 'Create export' })).toHaveProperty('disabled', true)
})

test('while the list is requested its place is held, and said to be busy', async () => {
  const { container } = await open({ [`GET ${path}`]: { ...pageOf([anExport(1)]), afterMs: 200 } })
  expect(container.querySelector('tbody[aria-busy="true"]')).toBeTruthy()
  await screen.findByText(url(1))
  expect(container.querySelector('tbody[aria-busy="true"]')).toBeNull()
})

test('a list that cannot be had is asked for again', async () => {
  let isDown = true
  await open({
    [`GET ${path}`]: () =>
      isDown
        ? { status: 400, body: { error: { type: 'invalid_parameters', messages: ['No.'] } } }
        : pageOf([anExport(1)]),
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isDown = false
  await userEvent.click(retry)
  expect(await screen.findByText(url(1))).toBeTruthy()
})

test('ACCT-081 an export to an address shows its secret once', async () => {
  const { requests } = await open(server())
  await screen.findByText('No streaming exports yet')
  await userEvent.click(screen.getByRole('button', { name: 'Create export' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create export' }))
  expect(await within(dialog).findByText('URL does not appear to be valid')).toBeTruthy()
  await userEvent.type(within(dialog).getByLabelText('URL'), ` ${url(9)} `)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create export' }))
  expect(await within(dialog).findByText('a-long-secret')).toBeTruthy()
  expect(within(dialog).getByLabelText('Check that batches come from here').textContent).toBe(
    checkingCode,
  )
  const sent = requests.find(({ method }) => method === 'POST')!
  expect(sent.body).toEqual({ streaming_export: { kind: 'viewstream', http: { address: url(9) } } })
  expect(sent.headers['x-environment-id']).toBe(ids.environment)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(screen.queryByText('a-long-secret')).toBeNull())
  expect(await screen.findByText(url(9))).toBeTruthy()
})

test('ACCT-081 an export to a bucket is made by keyboard, and each field says what is wrong', async () => {
  const { requests } = await open(server())
  await screen.findByText('No streaming exports yet')
  screen.getByRole('button', { name: 'Create export' }).focus()
  await userEvent.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByRole<HTMLInputElement>('radio', { name: 'HTTP' }).focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'S3' }).checked).toBe(true)
  await userEvent.tab()
  await userEvent.keyboard(`${bucket.endpoint}{Enter}`)
  expect(await within(dialog).findByText(/A region has letters/)).toBeTruthy()
  expect(within(dialog).getByText(/A bucket name has/)).toBeTruthy()
  expect(within(dialog).getAllByText('The key is required')).toHaveLength(2)
  await userEvent.type(within(dialog).getByLabelText('Region'), bucket.region)
  await userEvent.type(within(dialog).getByLabelText('Bucket'), bucket.bucket)
  await userEvent.type(within(dialog).getByLabelText('Folder'), bucket.prefix)
  await userEvent.type(within(dialog).getByLabelText('Access key ID'), bucket.access_key_id)
  await userEvent.type(within(dialog).getByLabelText('Secret access key'), 'hush{Enter}')
  expect(await within(dialog).findByText(/Send a test/)).toBeTruthy()
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    streaming_export: { kind: 'viewstream', s3: { ...bucket, secret_access_key: 'hush' } },
  })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('s3://northlight-views/raw')).toBeTruthy()
})

test('a bucket is changed without its secret', async () => {
  const { requests } = await open(server(anExport(1, toBucket)))
  await choose('s3://northlight-views/raw', 'Edit')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByRole('radio')).toBeNull()
  const folder = within(dialog).getByLabelText('Folder')
  await userEvent.clear(folder)
  await userEvent.type(folder, 'later')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Export updated')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
    streaming_export: { s3: { ...bucket, prefix: 'later' } },
  })
})

test('what the server says of a URL is at the field', async () => {
  const message = '10.0.0.1 is a private address; calls to it are not allowed.'
  await open({
    ...server(),
    [`POST ${path}`]: {
      status: 400,
      body: {
        error: { type: 'invalid_parameters', messages: [message], fields: { address: [message] } },
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Create export' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('URL'), 'http://10.0.0.1/')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create export' }))
  expect(await within(dialog).findByText(message)).toBeTruthy()
  expect(within(dialog).getByLabelText('URL').getAttribute('aria-invalid')).toBe('true')
})

test('an export is paused and resumed', async () => {
  await open(server(anExport(1)))
  await choose(url(1), 'Pause')
  expect(await screen.findByText('Export paused')).toBeTruthy()
  expect(await screen.findByText('Paused')).toBeTruthy()
  await choose(url(1), 'Resume')
  expect(await screen.findByText('Export resumed')).toBeTruthy()
  expect(await screen.findByText('Running')).toBeTruthy()
})

test('a test says why it was refused', async () => {
  await open(server(anExport(1)))
  await choose(url(1), 'Send test')
  expect(await screen.findByText('The test was refused')).toBeTruthy()
  expect(screen.getByText('The address answered 503.')).toBeTruthy()
})

test('an export starts again from a moment, which begins where it has come to', async () => {
  const { requests } = await open(server(anExport(1, { sent_until: '2026-03-04T12:30:45.000Z' })))
  await choose(url(1), 'Restart from')
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Restart' }))
  expect(await screen.findByText('Export restarted')).toBeTruthy()
  const sent = requests.find(({ path: asked }) => asked.endsWith('/restart'))
  expect(sent?.body).toEqual({ from: '2026-03-04T12:30:00.000Z' })
})

test('deleting an export asks first', async () => {
  const { requests } = await open(server(anExport(1), anExport(2)))
  await choose(url(1), 'Delete')
  const dialog = await screen.findByRole('alertdialog')
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete export' }))
  expect(await screen.findByText('Export deleted')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(url(1))).toBeNull())
  expect(screen.getByText(url(2))).toBeTruthy()
})

test('members see the exports, and nothing to change them with', async () => {
  await open(server(anExport(1)), { isAdmin: false })
  expect(await screen.findByText(url(1))).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Create|Actions/ })).toBeNull()
})

test('ACCT-081 a plan without exports of views says so, and asks for no list', async () => {
  const { requests } = await open(server(anExport(1)), { isIncluded: false })
  expect(await screen.findByText('Your plan does not include exports of views')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Create export' })).toBeNull()
  expect(requests.filter(({ path: asked }) => asked === path)).toEqual([])
})

test('SHELL-039 ACCT-081 with both kinds the type is chosen, and the list has it', async () => {
  const { requests } = await open(server(anExport(1)), { hasHealth: true })
  await screen.findByText(url(1))
  await userEvent.click(screen.getByRole('button', { name: 'Create export' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Live stream health' }))
  await userEvent.type(within(dialog).getByLabelText('URL'), `${url(9)}{Enter}`)
  await within(dialog).findByText('a-long-secret')
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    streaming_export: { kind: 'livehealthstream', http: { address: url(9) } },
  })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('cell', { name: 'Live stream health' })).toBeTruthy()
  expect(screen.getByRole('cell', { name: 'Views' })).toBeTruthy()
})

test('SHELL-039 with input health alone there is nothing to choose', async () => {
  const { requests } = await open(server(), { isIncluded: false, hasHealth: true })
  await screen.findByText(/what encoders of live streams send/)
  await userEvent.click(screen.getByRole('button', { name: 'Create export' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByRole('radiogroup', { name: 'Type' })).toBeNull()
  await userEvent.type(within(dialog).getByLabelText('URL'), `${url(9)}{Enter}`)
  await within(dialog).findByText('a-long-secret')
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    streaming_export: { kind: 'livehealthstream', http: { address: url(9) } },
  })
})
