import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTeamSection } from '@playhead/features/account/team/web'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { setSessionSource } from '@playhead/web-kit/session/session-loader.ts'
import {
  anOrganization,
  aSession,
  ids,
  openScreen,
  stopScreens,
} from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './organization-screen.tsx'

const pageOf = (rows: unknown[], totalRowCount = rows.length) => ({
  body: { data: rows, total_row_count: totalRowCount, page: 1, limit: 10 },
})

const wireOrganization = (name = 'Northlight TV') => ({
  id: ids.organization,
  name,
  authenticated: true,
  is_admin: true,
  tos_required: false,
  marketplace_type: null,
  account_notifications: [],
  subscription: { current_plan: 'Custom' },
  features: {},
  properties: [],
  payment_details: null,
  billing_information: null,
})

const change = (overrides: Record<string, unknown> = {}) => ({
  id: '88888888-8888-4888-8888-888888888888',
  action: 'access_token.revoked',
  subject_type: 'access_token',
  subject_id: '99999999-9999-4999-8999-999999999999',
  subject_name: 'Ingest worker',
  environment_id: ids.environment,
  actor_kind: 'user',
  actor_email: 'mira@northlight.example',
  masquerading: false,
  detail: {},
  created_at: '2026-03-04T12:00:00.000Z',
  ...overrides,
})

const refusal = (message: string) => ({
  status: 422,
  body: { error: { type: 'invalid_parameters', messages: [message] } },
})

const WithToasts = () => (
  <>
    <Screen />
    <ToastRegion />
  </>
)

const address = '/organizations/$organizationId/account/organization'
const home = `/organizations/${ids.organization}/account/organization`

const open = async (api: ApiHandlers = {}, { isAdmin = true, search = '' } = {}) => {
  const organization = anOrganization({ isAdmin })
  const session = aSession({ organization, organizations: [organization] })
  let reloads = 0
  setSessionSource(() => {
    reloads += 1
    return Promise.resolve(session)
  })
  const view = await openScreen(WithToasts, {
    address,
    href: home + search,
    session,
    api: {
      'GET /ui/v1/users': pageOf([]),
      'GET /ui/v1/invites': pageOf([]),
      'GET /ui/v1/organization/sso': { body: { data: null } },
      'GET /ui/v1/organization/second-factor': {
        body: { data: { required: false, members_without: 1 } },
      },
      'GET /ui/v1/organization/changes': pageOf([]),
      ...api,
    },
  })
  return { ...view, sessionReloads: () => reloads }
}

// The first load of the team compiles it, which is slow and not what this test measures.
beforeAll(async () => {
  await loadTeamSection()
})
beforeEach(() => toasts.clear())
afterEach(stopScreens)

const writes = (requests: Awaited<ReturnType<typeof open>>['requests']) =>
  requests.filter(({ method }) => method !== 'GET' && method !== 'OPTIONS')

const nameForm = async () => within(await screen.findByRole('region', { name: 'Organization' }))

test('ACCT-011 ACCT-012 the organization is renamed and confirmed by a toast', async () => {
  const { requests, sessionReloads } = await open({
    'PUT /ui/v1/organization': { afterMs: 60, body: { data: wireOrganization('Northlight') } },
  })
  const form = await nameForm()
  const name = form.getByLabelText<HTMLInputElement>('Organization name')
  expect(name.value).toBe('Northlight TV')
  await userEvent.clear(name)
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Organization name is required')).toBeTruthy()
  await userEvent.type(name, 'Northlight{Enter}')
  expect(form.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBe('true')
  expect(await screen.findByText('Organization updated')).toBeTruthy()
  expect(form.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBeNull()
  expect(writes(requests).map(({ body }) => body)).toEqual([
    { organization: { name: 'Northlight' } },
  ])
  expect(sessionReloads()).toBe(1)
})

test('no card below the name is there before all lists are, so that none moves', async () => {
  const { requests } = await open({
    'GET /ui/v1/invites': { afterMs: 120, ...pageOf([]) },
  })
  await waitFor(() => expect(new Set(requests.map(({ path }) => path))).toContain('/ui/v1/invites'))
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByText('Another organization')).toBeNull()
  expect(await screen.findByText('Another organization')).toBeTruthy()
  expect(screen.getAllByRole('table')).toHaveLength(3)
  expect(document.querySelector('.ph-skeleton')).toBeNull()
})

test('ACCT-012 the submitting state ends on failure too', async () => {
  await open({ 'PUT /ui/v1/organization': refusal('Not now.') })
  const form = await nameForm()
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect((await form.findByRole('alert')).textContent).toContain('Not now.')
  expect(form.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBeNull()
})

const openPanel = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Create organization' }))
  return screen.findByRole('dialog', { name: 'Create an organization' })
}

test('ACCT-013 a created organization closes the panel and reloads the organizations', async () => {
  const { requests, sessionReloads } = await open({
    'POST /ui/v1/organizations': { status: 201, body: { data: wireOrganization('Harbour') } },
  })
  const panel = await openPanel()
  await userEvent.type(within(panel).getByLabelText('Organization name'), 'Harbour{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('Organization created')).toBeTruthy()
  expect(sessionReloads()).toBe(1)
  expect(writes(requests).map(({ body }) => body)).toEqual([{ organization: { name: 'Harbour' } }])
})

test('ACCT-013 a failed creation leaves the panel open, and it can be closed', async () => {
  await open({ 'POST /ui/v1/organizations': refusal('Not now.') })
  const panel = await openPanel()
  await userEvent.type(within(panel).getByLabelText('Organization name'), 'Harbour{Enter}')
  expect(await within(panel).findByText('Not now.')).toBeTruthy()
  await userEvent.click(within(panel).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('ACCT-017 cancelling the organization asks for its name and sends an empty body', async () => {
  const { requests } = await open({
    'PUT /ui/v1/organization/cancel': { body: { data: wireOrganization() } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel organization' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Cancel Northlight TV?' })
  const confirm = within(dialog).getByRole<HTMLButtonElement>('button', {
    name: 'Cancel organization',
  })
  expect(confirm.disabled).toBe(true)
  expect(writes(requests)).toEqual([])
  await userEvent.type(within(dialog).getByRole('textbox'), 'Northlight TV')
  await userEvent.click(confirm)
  expect(await screen.findByText('Organization cancelled')).toBeTruthy()
  expect(writes(requests).map(({ path, body }) => [path, body])).toEqual([
    ['/ui/v1/organization/cancel', undefined],
  ])
})

test('ACCT-018 ACCT-035 SHELL-045 members can neither update nor cancel it nor see the team', async () => {
  const { requests } = await open({}, { isAdmin: false })
  expect(await screen.findByRole('region', { name: 'Another organization' })).toBeTruthy()
  expect(screen.queryByLabelText('Organization name')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cancel organization' })).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
  expect(requests).toEqual([])
})

test('recent changes say who did what, and their page is in the address', async () => {
  const { requests } = await open(
    {
      'GET /ui/v1/organization/changes': pageOf(
        [change(), change({ id: ids.user, actor_email: null, actor_kind: 'operator' })],
        24,
      ),
    },
    { search: '?changes_page=2&users_page=1' },
  )
  const table = await screen.findByRole('table', { name: 'Recent changes' })
  const rows = await within(table).findAllByRole('row', { name: /Access token revoked/ })
  expect(rows[0]!.textContent).toContain('Ingest worker')
  expect(rows[0]!.textContent).toContain('mira@northlight.example')
  expect(rows[1]!.textContent).toContain('The operator')
  const asked = requests.find(({ path }) => path === '/ui/v1/organization/changes')!
  expect(asked.search.get('page')).toBe('2')
  const pages = screen.getByRole('navigation', { name: 'Pages of changes' })
  expect(within(pages).getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe(
    `${home}?changes_page=3&users_page=1`,
  )
})

const isRequired = () => screen.getByRole<HTMLInputElement>('switch', { name: /Require/ }).checked

test('a required second factor says who has none, and is among the recent changes at once', async () => {
  let required = false
  const put = 'PUT /ui/v1/organization/second-factor'
  const stored = () => ({ body: { data: { required, members_without: 2 } } })
  const { requests } = await open({
    'GET /ui/v1/organization/second-factor': stored,
    [put]: () => {
      required = true
      return stored()
    },
    'GET /ui/v1/organization/changes': () =>
      pageOf(required ? [change({ action: 'organization.second_factor_required' })] : []),
  })
  await screen.findByText(/^2 members have none yet\./)
  await userEvent.click(screen.getByRole('switch', { name: /Require a second factor/ }))
  await waitFor(() => expect(isRequired()).toBe(true))
  await waitFor(() =>
    expect(writes(requests)).toMatchObject([{ body: { second_factor: { required: true } } }]),
  )
  const table = await screen.findByRole('table', { name: 'Recent changes' })
  await within(table).findByRole('row', { name: /mira@northlight\.example/ })
})

test('a required second factor that was refused says why and stays off', async () => {
  await open({
    'PUT /ui/v1/organization/second-factor': refusal('Set up a second factor of your own first.'),
  })
  await screen.findByText(/^One member has none yet\./)
  await userEvent.click(screen.getByRole('switch', { name: /Require a second factor/ }))
  await screen.findByText('Set up a second factor of your own first.')
  expect(isRequired()).toBe(false)
})

test('single sign-on is set up with what the provider needs', async () => {
  let stored: unknown = null
  const { requests } = await open({
    'GET /ui/v1/organization/sso': () => ({ body: { data: stored } }),
    'PUT /ui/v1/organization/sso': () => {
      stored = {
        id: ids.user,
        issuer: 'https://login.northlight.example',
        client_id: 'playhead',
        email_domains: ['northlight.example'],
        required: true,
      }
      return { body: { data: stored } }
    },
  })
  const card = within(await screen.findByRole('region', { name: 'Single sign-on' }))
  await userEvent.click(await card.findByRole('button', { name: 'Set up' }))
  const dialog = await screen.findByRole('dialog', { name: 'Single sign-on' })
  await userEvent.type(within(dialog).getByLabelText('Issuer'), 'https://login.northlight.example')
  await userEvent.type(within(dialog).getByLabelText('Client id'), 'playhead')
  await userEvent.type(within(dialog).getByLabelText('Client secret'), 'hush')
  await userEvent.type(within(dialog).getByLabelText('Email domains'), 'northlight.example')
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Required' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await card.findByText('Everybody must use it')).toBeTruthy()
  expect(writes(requests).map(({ body }) => body)).toEqual([
    {
      sso_connection: {
        issuer: 'https://login.northlight.example',
        client_id: 'playhead',
        client_secret: 'hush',
        email_domains: ['northlight.example'],
        required: true,
      },
    },
  ])
})
