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
import { Screen } from './access-tokens-screen.tsx'

const id = (last: number) => `99999999-9999-4999-8999-${String(last).padStart(12, '0')}`

const token = (overrides: Record<string, unknown> = {}) => ({
  id: id(1),
  name: 'Ingest worker',
  environment_id: ids.environment,
  environment_name: 'Northlight web',
  environment_type: 'production',
  permissions: ['video:read', 'video:write', 'data:read'],
  created_at: '2026-03-04T12:00:00.000Z',
  created_by_user_email: 'mira@northlight.example',
  last_used_at: null,
  valid_until: null,
  expires_at: null,
  ...overrides,
})

const listOf = (rows: unknown[], totalRowCount = rows.length) => ({
  body: { data: rows, total_row_count: totalRowCount, page: 1, limit: 25 },
})

const list = 'GET /ui/v1/access-tokens'
const revoke = `POST /ui/v1/access-tokens/${id(1)}/revoke`

const WithToasts = () => (
  <>
    <Screen />
    <ToastRegion />
  </>
)

const address = '/organizations/$organizationId/settings/access-tokens'
const home = `/organizations/${ids.organization}/settings/access-tokens`

const organization = anOrganization({
  properties: [
    {
      id: ids.environment,
      name: 'Northlight web',
      type: 'production',
      organizationId: ids.organization,
    },
    {
      id: ids.otherEnvironment,
      name: 'Northlight apps',
      type: 'staging',
      organizationId: ids.organization,
    },
  ],
})

const open = (api: ApiHandlers, { search = '', featureFlags = {} } = {}) =>
  openScreen(WithToasts, {
    address,
    href: home + search,
    session: aSession({ organization, organizations: [organization], featureFlags }),
    api,
  })

beforeEach(() => toasts.clear())
afterEach(stopScreens)

const lists = (requests: Awaited<ReturnType<typeof open>>['requests']) =>
  requests.filter(({ method, path }) => method === 'GET' && path === '/ui/v1/access-tokens')

test('ACCT-051 ACCT-053 ACCT-054 ACCT-055 the table says what each token is', async () => {
  await open({ [list]: listOf([token()]) })
  const row = await screen.findByRole('row', { name: /Ingest worker/ })
  const titles = screen.getAllByRole('columnheader').map((header) => header.textContent)
  expect(titles).toEqual([
    'Token ID',
    'Environment',
    'Permissions',
    'Created',
    'Created By',
    'Last Used',
    'Revoke',
  ])
  expect(row.textContent).toContain(id(1))
  expect(row.textContent).toContain('Northlight web Production')
  expect(row.textContent).toContain('Video: Read, Write')
  expect(row.textContent).toContain('Data: Read')
  expect(within(row).getByText('03/04/2026')).toBeTruthy()
  expect(row.textContent).toContain('mira@northlight.example')
  expect(row.textContent).toContain('Never used')
  expect(row.textContent).not.toContain('Expire')
  expect(within(row).getByRole('button', { name: 'Revoke Ingest worker' })).toBeTruthy()
})

test('ACCT-062 ACCT-063 the list is asked for 25 a page, newest first, without revoked ones', async () => {
  const { requests } = await open({ [list]: listOf([token()]) })
  await screen.findByText('Ingest worker')
  const { search } = lists(requests)[0]!
  expect(Object.fromEntries(search)).toMatchObject({
    page: '1',
    limit: '25',
    order_by: 'created_at',
    order_direction: 'desc',
    show_revoked: 'false',
  })
})

test('ACCT-055 KIT-016 Created sorts, and the order is in the address', async () => {
  const { requests, router } = await open({ [list]: listOf([token()]) })
  await screen.findByText('Ingest worker')
  const header = screen.getByRole('columnheader', { name: 'Created' })
  expect(header.getAttribute('aria-sort')).toBe('descending')
  await userEvent.click(within(header).getByRole('button'))
  await waitFor(() => expect(header.getAttribute('aria-sort')).toBe('ascending'))
  expect(router.state.location.href).toBe(`${home}?order_direction=asc`)
  await waitFor(() => expect(lists(requests).at(-1)!.search.get('order_direction')).toBe('asc'))
})

test('ACCT-056 ACCT-057 revoked tokens are hidden until shown, and then say so', async () => {
  const { requests, router } = await open({
    [list]: ({ search }) =>
      search.get('show_revoked') === 'true'
        ? listOf([token(), token({ id: id(2), name: 'Old', expires_at: '2026-04-01T00:00:00Z' })])
        : listOf([token()]),
  })
  await screen.findByText('Ingest worker')
  expect(screen.queryByText('Access Revoked')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show revoked tokens' }))
  const row = await screen.findByRole('row', { name: /Old/ })
  expect(within(row).getByText('Access Revoked')).toBeTruthy()
  expect(within(row).queryByRole('button', { name: /Revoke/ })).toBeNull()
  expect(lists(requests).at(-1)!.search.get('show_revoked')).toBe('true')
  expect(router.state.location.href).toBe(`${home}?show_revoked=true`)
  await userEvent.click(screen.getByRole('button', { name: 'Hide revoked tokens' }))
  await waitFor(() => expect(screen.queryByText('Access Revoked')).toBeNull())
})

test('ACCT-057 ACCT-063 KIT-024 page, order and revoked are read from the address, and page links keep them', async () => {
  const { requests } = await open(
    { [list]: listOf([token()], 60) },
    { search: '?show_revoked=true&order_direction=asc&page=2' },
  )
  await screen.findByText('Ingest worker')
  expect(Object.fromEntries(lists(requests)[0]!.search)).toMatchObject({
    page: '2',
    order_direction: 'asc',
    show_revoked: 'true',
  })
  const links = screen.getByRole('navigation', { name: 'Pages of access tokens' })
  expect(links.textContent).toContain('26–50 of 60')
  const next = new URL(
    within(links).getByRole('link', { name: 'Next page' }).getAttribute('href')!,
    'http://localhost',
  )
  expect(next.pathname).toBe(home)
  expect(Object.fromEntries(next.searchParams)).toEqual({
    show_revoked: 'true',
    order_direction: 'asc',
    page: '3',
  })
})

test('ACCT-059 an empty table says so', async () => {
  await open({ [list]: listOf([]) })
  expect(await screen.findByText("You haven't created any Access Tokens yet")).toBeTruthy()
})

test('a list that cannot be loaded says why and can be asked for again', async () => {
  let isBroken = true
  await open({
    [list]: () =>
      isBroken
        ? { status: 403, body: { error: { type: 'forbidden', messages: ['Not now.'] } } }
        : listOf([token()]),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Ingest worker')).toBeTruthy()
})

test('ACCT-052 KIT-017 a token is renamed in its row with Enter, and Escape leaves it', async () => {
  let name = 'Ingest worker'
  const { requests } = await open({
    [list]: () => listOf([token({ name })]),
    [`PUT /ui/v1/access-tokens/${id(1)}`]: ({ body }) => {
      name = (body as { access_token: { name: string } }).access_token.name
      return { body: { data: token({ name }) } }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Ingest worker' }))
  await userEvent.keyboard('Something else{Escape}')
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Ingest worker' }))
  await userEvent.keyboard('Night job{Enter}')
  expect(await screen.findByRole('button', { name: 'Night job' })).toBeTruthy()
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'PUT')!.body).toEqual({
      access_token: { name: 'Night job' },
    }),
  )
})

test('ACCT-052 ACCT-070 a refused or empty name goes back to the old one', async () => {
  const { requests } = await open({
    [list]: listOf([token()]),
    [`PUT /ui/v1/access-tokens/${id(1)}`]: {
      status: 422,
      body: { error: { type: 'invalid_parameters', messages: ['That name is taken.'] } },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Ingest worker' }))
  await userEvent.keyboard('Taken{Enter}')
  await waitFor(() => expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1))
  await userEvent.click(await screen.findByRole('button', { name: 'Ingest worker' }))
  await userEvent.keyboard('{Backspace}{Enter}')
  expect(await screen.findByText('Access token name is required')).toBeTruthy()
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Ingest worker' })).toBeTruthy()
})

test('ACCT-060 ACCT-061 revoking asks first; cancelling sends nothing', async () => {
  const { requests } = await open({
    [list]: listOf([token()]),
    [revoke]: { body: { data: token({ expires_at: '2026-11-21T00:00:00Z' }) } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Ingest worker' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure?' })
  expect(
    within(dialog).getByText(
      'This access token will become invalid for all users. This action cannot be undone.',
    ),
  ).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(0)
})

test('ACCT-061 confirming revokes the token and asks for the list again', async () => {
  let rows = [token()]
  const { requests } = await open({
    [list]: () => listOf(rows),
    [revoke]: () => {
      rows = []
      return { body: { data: token({ expires_at: '2026-11-21T00:00:00Z' }) } }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Ingest worker' }))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText("You haven't created any Access Tokens yet")).toBeTruthy()
  expect(requests.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    `/ui/v1/access-tokens/${id(1)}/revoke`,
  ])
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('ACCT-061 a refused revocation stays open and says why', async () => {
  await open({
    [list]: listOf([token()]),
    [revoke]: { status: 403, body: { error: { type: 'forbidden', messages: ['Admins only.'] } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Ingest worker' }))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke' }))
  expect(await within(dialog).findByText('Admins only.')).toBeTruthy()
})

const openDialog = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Generate new token' }))
  return screen.findByRole('dialog', { name: 'Generate new token' })
}

const submit = (dialog: HTMLElement) =>
  userEvent.click(within(dialog).getByRole('button', { name: 'Generate token' }))

test('ACCT-058 ACCT-064 ACCT-065 the dialog asks for environment, name and permissions; the environment names the token', async () => {
  await open({ [list]: listOf([]) })
  const dialog = await openDialog()
  const name = within(dialog).getByLabelText<HTMLInputElement>('Name')
  expect(name.value).toBe('Northlight web')
  await userEvent.clear(name)
  await userEvent.type(name, 'Mine')
  await userEvent.click(within(dialog).getByRole('button', { name: /Environment/ }))
  await userEvent.click(await screen.findByRole('option', { name: /Northlight apps/ }))
  await waitFor(() => expect(name.value).toBe('Northlight apps'))
})

test('ACCT-069 ACCT-070 without permission and name the dialog says so and sends nothing', async () => {
  const { requests } = await open({ [list]: listOf([]) })
  const dialog = await openDialog()
  const permissions = within(dialog).getByRole('group', { name: 'Permissions' })
  const hint = document.getElementById(permissions.getAttribute('aria-describedby') ?? '')
  expect(hint?.textContent).toBe('Choose at least one product that this token may read or write.')
  await userEvent.clear(within(dialog).getByLabelText('Name'))
  await submit(dialog)
  expect(
    await within(dialog).findByText('Please choose at least one product to give access to.'),
  ).toBeTruthy()
  expect(within(dialog).getByText('Access token name is required')).toBeTruthy()
  expect(requests.some(({ method }) => method === 'POST')).toBe(false)
})

test('ACCT-066 once a product is chosen its Read is on and locked, Write is optional', async () => {
  await open({ [list]: listOf([]) })
  const dialog = await openDialog()
  const box = (name: string) => within(dialog).getByRole<HTMLInputElement>('checkbox', { name })
  expect(box('Video Read').checked).toBe(false)
  await userEvent.click(box('Video'))
  expect(box('Video Read').checked).toBe(true)
  expect(box('Video Read').disabled).toBe(true)
  expect(box('Video Write').checked).toBe(false)
  await userEvent.click(box('Data Write'))
  expect(box('Data').checked).toBe(true)
  expect(box('Data Read').disabled).toBe(true)
  await userEvent.click(box('Data Write'))
  expect(box('Data').checked).toBe(true)
  await userEvent.click(box('Data'))
  expect(box('Data Read').checked).toBe(false)
})

test('ACCT-067 the System group follows the in-app viewer counts feature', async () => {
  await open({ [list]: listOf([]) }, { featureFlags: { inAppViewerCounts: false } })
  const dialog = await openDialog()
  expect(within(dialog).getByRole('checkbox', { name: 'Video' })).toBeTruthy()
  expect(within(dialog).queryByRole('checkbox', { name: 'System' })).toBeNull()
})

test('ACCT-071 ACCT-072 a token is created, its secret shown once, and Continue closes the panel', async () => {
  let rows: unknown[] = []
  const { requests } = await open({
    [list]: () => listOf(rows),
    'POST /ui/v1/access-tokens': () => {
      rows = [token({ name: 'Northlight web' })]
      return {
        status: 201,
        body: { data: { id: id(1), name: 'Northlight web', private_key: 'the-secret-key' } },
      }
    },
  })
  const dialog = await openDialog()
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Video Write' }))
  await submit(dialog)
  const panel = await screen.findByRole('dialog', { name: 'Your new access token' })
  expect(requests.find(({ method }) => method === 'POST')!.body).toEqual({
    access_token: {
      environment_id: ids.environment,
      name: 'Northlight web',
      permissions: ['video:read', 'video:write'],
    },
  })
  expect(panel.textContent).toContain('the-secret-key')
  expect(panel.textContent).toContain(
    [`MUX_TOKEN_ID=${id(1)}`, 'MUX_TOKEN_SECRET=the-secret-key', 'MUX_BASE_URL='].join('\n'),
  )
  expect(within(panel).queryByRole('button', { name: 'Close' })).toBeNull()
  await userEvent.click(within(panel).getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByRole('row', { name: /Northlight web/ })).toBeTruthy()
  expect(document.body.textContent).not.toContain('the-secret-key')
})

test('ACCT-071 a refusal of the server appears at its field', async () => {
  await open({
    [list]: listOf([]),
    'POST /ui/v1/access-tokens': {
      status: 422,
      body: {
        error: {
          type: 'invalid_parameters',
          messages: ['Name is too long.'],
          fields: { 'access_token.name': ['Name is too long.'] },
        },
      },
    },
  })
  const dialog = await openDialog()
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Data' }))
  await submit(dialog)
  const name = within(dialog).getByLabelText('Name')
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
  expect(within(dialog).getByText('Name is too long.')).toBeTruthy()
})

test('ACCT-059 ACCT-063 removing the last token of a page shows the page before', async () => {
  const { router } = await open(
    {
      [list]: ({ search }) => (search.get('page') === '2' ? listOf([], 25) : listOf([token()], 25)),
    },
    { search: '?page=2' },
  )
  expect(await screen.findByText('Ingest worker')).toBeTruthy()
  expect(router.state.location.href).toBe(`${home}?page=1`)
  expect(screen.queryByText("You haven't created any Access Tokens yet")).toBeNull()
})
