import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { setSessionSource } from '@playhead/web-kit/session/session-loader.ts'
import { aSession, ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen as MailScreen } from './mail-screen.tsx'
import { Screen as OrganizationsScreen } from './organizations-screen.tsx'

const organization = (overrides: Record<string, unknown> = {}) => ({
  id: ids.otherOrganization,
  name: 'Harbour Pictures',
  plan: 'Free',
  overrides: {},
  features: {},
  account_notifications: [],
  marketplace_type: null,
  user_count: 3,
  environment_count: 2,
  created_at: '2026-03-04T12:00:00.000Z',
  ...overrides,
})

const mail = {
  id: 'mail-1',
  to: 'new@northlight.example',
  subject: 'Join Northlight TV',
  text: 'Hello,\n\nopen http://localhost:4000/accept?token=abc to join.',
  created_at: '2026-03-04T12:00:00.000Z',
}

const pageOf = (rows: unknown[], totalRowCount = rows.length) => ({
  body: { data: rows, total_row_count: totalRowCount, page: 1, limit: 25 },
})

const WithToasts = () => (
  <>
    <OrganizationsScreen />
    <ToastRegion />
  </>
)

const session = aSession()

const openOrganizations = (api: ApiHandlers, { search = '', isReadOnly = false } = {}) => {
  const current = { ...session, readOnly: isReadOnly }
  setSessionSource(() => Promise.resolve(current))
  return openScreen(WithToasts, {
    address: '/operator/organizations',
    href: `/operator/organizations${search}`,
    session: current,
    api: { 'GET /ui/v1/operator/organizations': pageOf([organization()]), ...api },
  })
}

beforeEach(() => toasts.clear())
afterEach(stopScreens)

const writes = (requests: Awaited<ReturnType<typeof openOrganizations>>['requests']) =>
  requests.filter(({ method }) => method !== 'GET' && method !== 'OPTIONS')

test('the operator sees every organization and finds one by name', async () => {
  const { requests, router } = await openOrganizations({
    'GET /ui/v1/operator/organizations': ({ search }) =>
      pageOf(search.get('query') ? [] : [organization()]),
  })
  const row = await screen.findByRole('row', { name: /Harbour Pictures/ })
  expect(row.textContent).toContain('Free')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search organizations' }), 'nort')
  expect(await screen.findByText('No organization matches “nort”')).toBeTruthy()
  expect(router.state.location.href).toBe('/operator/organizations?query=nort')
  const searches = requests.map(({ search }) => search.get('query')).filter(Boolean)
  expect(new Set(searches)).toEqual(new Set(['nort']))
})

test('plan, overrides and notices of an organization are set together', async () => {
  const { requests } = await openOrganizations({
    [`PUT /ui/v1/operator/organizations/${ids.otherOrganization}`]: {
      body: { data: organization() },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Harbour Pictures' }))
  const drawer = await screen.findByRole('dialog', { name: 'Harbour Pictures' })
  await userEvent.click(within(drawer).getByRole('button', { name: /Plan$/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Pro' }))
  await userEvent.click(within(drawer).getByRole('button', { name: 'Add notice' }))
  await userEvent.type(within(drawer).getByLabelText('Message of notice 1'), 'See you.')
  await userEvent.type(within(drawer).getByLabelText('maxUsers'), '3')
  await userEvent.click(within(drawer).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Organization updated')).toBeTruthy()
  expect(writes(requests).map(({ body }) => body)).toEqual([
    {
      organization: {
        plan: 'Pro',
        overrides: { maxUsers: 3 },
        account_notifications: [{ type: 'cancellation', message: 'See you.' }],
        marketplace_type: null,
      },
    },
  ])
})

test('masquerading opens the organization', async () => {
  const { requests, router } = await openOrganizations({ 'POST /ui/v1/masquerade': {} })
  await userEvent.click(
    await screen.findByRole('button', { name: 'Masquerade as Harbour Pictures' }),
  )
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(
      `/organizations/${ids.otherOrganization}/environments`,
    ),
  )
  expect(writes(requests).map(({ body }) => body)).toEqual([
    { masquerade: { organization_id: ids.otherOrganization } },
  ])
})

test('read-only mode asks before it stops everybody', async () => {
  const { requests } = await openOrganizations({
    'PUT /ui/v1/operator/read-only': { body: { data: { read_only: true } } },
  })
  const control = screen.getByRole('switch', { name: 'Read-only mode' })
  await userEvent.click(control)
  let dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(writes(requests)).toEqual([])
  await userEvent.click(control)
  dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Switch on' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(writes(requests).map(({ body }) => body)).toEqual([{ read_only: true }])
})

test('read-only mode is switched off at once', async () => {
  const { requests } = await openOrganizations(
    { 'PUT /ui/v1/operator/read-only': { body: { data: { read_only: false } } } },
    { isReadOnly: true },
  )
  const control = screen.getByRole<HTMLInputElement>('switch', { name: 'Read-only mode' })
  expect(control.checked).toBe(true)
  await userEvent.click(control)
  await waitFor(() =>
    expect(writes(requests).map(({ body }) => body)).toEqual([{ read_only: false }]),
  )
})

const openMail = (api: ApiHandlers, search = '') =>
  openScreen(MailScreen, {
    address: '/operator/mail',
    href: `/operator/mail${search}`,
    session,
    api,
  })

test('a mail of the outbox can be read and its link followed', async () => {
  const { router } = await openMail({ 'GET /ui/v1/operator/mail': pageOf([mail]) })
  await userEvent.click(await screen.findByRole('button', { name: 'Join Northlight TV' }))
  const drawer = await screen.findByRole('dialog', { name: 'Join Northlight TV' })
  expect(drawer.textContent).toContain('new@northlight.example')
  expect(within(drawer).getByRole('link').getAttribute('href')).toBe(
    'http://localhost:4000/accept?token=abc',
  )
  expect(router.state.location.href).toBe('/operator/mail?mail=mail-1')
  await userEvent.click(within(drawer).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(router.state.location.href).toBe('/operator/mail'))
})

test('an empty outbox says what will be in it', async () => {
  await openMail({ 'GET /ui/v1/operator/mail': pageOf([]) })
  expect(await screen.findByText('No mail yet')).toBeTruthy()
})
