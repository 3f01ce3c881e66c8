import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { setSessionSource } from '@playhead/web-kit/session/session-loader.ts'
import type { Organization } from '@playhead/web-kit/session/session.ts'
import {
  anOrganization,
  aSession,
  ids,
  openScreen,
  stopScreens,
} from '@playhead/web-kit/testing.tsx'
import { pointAt } from '@playhead/web-kit/testing-pointer.ts'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './environments-screen.tsx'

const environment = (overrides: Record<string, unknown> = {}) => ({
  id: ids.environment,
  name: 'Northlight web',
  type: 'staging',
  organization_id: ids.organization,
  url: 'https://northlight.example',
  status: 'waiting',
  key: 'env-key-1',
  created_at: '2026-03-04T12:00:00.000Z',
  live_views: 0,
  ...overrides,
})

const listOf = (rows: unknown[], totalRowCount = rows.length) => ({
  body: { data: rows, total_row_count: totalRowCount, page: 1, limit: 25 },
})

const list = 'GET /ui/v1/environments'
const lastDay = 'GET /ui/v1/environments/last-day'
const one = `/ui/v1/environments/${ids.environment}`

const WithToasts = () => (
  <>
    <Screen />
    <ToastRegion />
  </>
)

const open = (
  api: ApiHandlers,
  {
    organization = {},
    featureFlags = {},
  }: {
    organization?: Partial<Organization>
    featureFlags?: Record<string, number>
  } = {},
) => {
  const current = anOrganization(organization)
  const session = aSession({ organization: current, organizations: [current], featureFlags })
  setSessionSource(() => Promise.resolve(session))
  return openScreen(WithToasts, {
    address: '/organizations/$organizationId/environments',
    href: `/organizations/${ids.organization}/environments`,
    session,
    api: { [lastDay]: { body: { data: [] } }, ...api },
  })
}

beforeEach(() => toasts.clear())
afterEach(stopScreens)

const writes = (requests: Awaited<ReturnType<typeof open>>['requests']) =>
  requests.filter(({ method }) => method !== 'GET' && method !== 'OPTIONS')

const choose = async (action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Northlight web' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('ACCT-036 ACCT-039 the list shows name, type, key, URL and day of creation', async () => {
  await open({ [list]: listOf([environment()]) })
  const row = await screen.findByRole('row', { name: /Northlight web/ })
  expect(row.textContent).toContain('Staging')
  expect(row.textContent).toContain('env-key-1')
  expect(row.textContent).toContain('https://northlight.example')
  expect(row.textContent).toContain('Mar 4, 2026')
})

test('SHELL-028 each environment says its views and its score of the last day', async () => {
  const other = '66666666-6666-4666-8666-666666666666'
  await open({
    [list]: listOf([environment(), environment({ id: other, name: 'Unused' })]),
    [lastDay]: {
      body: {
        data: [
          { environment_id: ids.environment, views: 24_845, score: 0.7113 },
          { environment_id: other, views: 0, score: null },
        ],
      },
    },
  })
  const cells = async (name: string) =>
    within(await screen.findByRole('row', { name: new RegExp(name) }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  await waitFor(async () =>
    expect((await cells('Northlight web')).slice(2, 4)).toEqual(['24,845', '71.13']),
  )
  expect((await cells('Unused')).slice(2, 4)).toEqual(['0', '–'])
})

test('SHELL-029 the name of an environment opens it', async () => {
  const { router } = await open({ [list]: listOf([environment()]) })
  await userEvent.click(await screen.findByRole('link', { name: 'Northlight web' }))
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(
      `/organizations/${ids.organization}/environments/${ids.environment}/data`,
    ),
  )
})

test('an environment without a view leads to the code that connects a player', async () => {
  const other = '00000000-0000-4000-8000-00000000e0e0'
  await open({
    [list]: listOf([
      environment(),
      environment({ id: other, name: 'Kiosk', status: 'integrated' }),
    ]),
  })
  const link = await screen.findByRole('link', { name: 'Connect a player to Northlight web' })
  expect(link.getAttribute('href')).toBe(
    `/organizations/${ids.organization}/environments/${ids.environment}/data?setup=open`,
  )
  expect(screen.queryByRole('link', { name: 'Connect a player to Kiosk' })).toBeNull()
})

test('ACCT-047 copying the key and the URL each say so', async () => {
  const user = userEvent.setup()
  await open({ [list]: listOf([environment()]) })
  await user.click(await screen.findByRole('button', { name: /Copy the key/ }))
  expect(await screen.findByText('Key copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('env-key-1')
  await user.click(screen.getByRole('button', { name: /Copy the URL/ }))
  expect(await screen.findByText('URL copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('https://northlight.example')
})

test('ACCT-037 ACCT-038 ACCT-040 an environment is created with a type', async () => {
  let rows: unknown[] = []
  const { requests } = await open({
    [list]: () => listOf(rows),
    'POST /ui/v1/environments': () => {
      rows = [environment()]
      return { status: 201, body: { data: environment() } }
    },
  })
  expect(await screen.findByText('No environments yet')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Create environment' }))
  const dialog = await screen.findByRole('dialog', { name: 'Create environment' })
  await userEvent.type(within(dialog).getByLabelText('Name'), 'Northlight web')
  await userEvent.click(within(dialog).getByRole('button', { name: /Type/ }))
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(options).toEqual(['Production', 'Staging', 'Development'])
  await userEvent.click(screen.getByRole('option', { name: 'Staging' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create environment' }))
  expect(await screen.findByText('Environment created')).toBeTruthy()
  expect(await screen.findByRole('row', { name: /Northlight web/ })).toBeTruthy()
  expect(writes(requests).map(({ body }) => body)).toEqual([
    { environment: { name: 'Northlight web', type: 'staging', url: null } },
  ])
})

test('ACCT-040 a name is required and a URL has to be one', async () => {
  const { requests } = await open({ [list]: listOf([]) })
  await userEvent.click(await screen.findByRole('button', { name: 'Create environment' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('URL'), 'northlight')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create environment' }))
  expect(await within(dialog).findByText('Environment name is required')).toBeTruthy()
  expect(within(dialog).getByText('URL does not appear to be valid')).toBeTruthy()
  expect(writes(requests)).toEqual([])
})

test('ACCT-048 ACCT-049 at the limit of the Free plan creation is disabled and says why', async () => {
  await open(
    { [list]: listOf([environment()], 2) },
    {
      organization: { subscription: { currentPlan: 'Free' } },
      featureFlags: { environmentLimit: 2 },
    },
  )
  await screen.findByRole('row', { name: /Northlight web/ })
  const button = screen.getByRole('button', { name: 'Create environment' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await pointAt(button)
  expect((await screen.findByRole('tooltip')).textContent).toBe(
    'Upgrade your plan to create more environments.',
  )
  await userEvent.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('ACCT-048 ACCT-050 a marketplace organization is asked to contact support', async () => {
  await open({ [list]: listOf([environment()]) }, { organization: { marketplaceType: 'vercel' } })
  await screen.findByRole('row', { name: /Northlight web/ })
  await pointAt(screen.getByRole('button', { name: 'Create environment' }))
  expect((await screen.findByRole('tooltip')).textContent).toBe(
    "You've reached the maximum number of environments that you can create. Please contact our support team for assistance.",
  )
})

test('ACCT-041 ACCT-042 cancelling an edit reverts it, saving it says so', async () => {
  let name = 'Northlight web'
  const { requests } = await open({
    [list]: () => listOf([environment({ name })]),
    [`PUT ${one}`]: ({ body }) => {
      name = (body as { environment: { name: string } }).environment.name
      return { body: { data: environment({ name }) } }
    },
  })
  await choose('Edit')
  let dialog = await screen.findByRole('dialog', { name: 'Edit environment' })
  await userEvent.type(within(dialog).getByLabelText('Name'), ' two')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes(requests)).toEqual([])

  await choose('Edit')
  dialog = await screen.findByRole('dialog', { name: 'Edit environment' })
  const field = within(dialog).getByLabelText<HTMLInputElement>('Name')
  expect(field.value).toBe('Northlight web')
  await userEvent.type(field, ' two')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Environment updated')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Northlight web two' })).toBeTruthy()
  expect(writes(requests)[0]!.body).toEqual({
    environment: { name: 'Northlight web two', type: 'staging', url: 'https://northlight.example' },
  })
})

test('ACCT-043 a failed update shows the message of the server and the dialog stays open', async () => {
  await open({
    [list]: listOf([environment()]),
    [`PUT ${one}`]: {
      status: 422,
      body: { error: { type: 'invalid_parameters', messages: ['That name is taken.'] } },
    },
  })
  await choose('Edit')
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(toasts.list()).toHaveLength(1))
  expect(toasts.list()[0]).toMatchObject({
    title: 'Environment update failed',
    description: 'That name is taken.',
  })
  expect(within(dialog).getByText('That name is taken.')).toBeTruthy()
})

test('ACCT-044 deleting asks for the name, then the environment is gone', async () => {
  let rows = [environment()]
  const { requests } = await open({
    [list]: () => listOf(rows),
    [`DELETE ${one}`]: () => {
      rows = []
      return {}
    },
  })
  await choose('Delete')
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Northlight web?' })
  const confirm = within(dialog).getByRole<HTMLButtonElement>('button', {
    name: 'Delete environment',
  })
  expect(confirm.disabled).toBe(true)
  await userEvent.type(within(dialog).getByRole('textbox'), 'Northlight web')
  await userEvent.click(confirm)
  expect(await screen.findByText('Environment deleted')).toBeTruthy()
  expect(await screen.findByText('No environments yet')).toBeTruthy()
  const [call] = writes(requests)
  expect(call!.search.get('name')).toBe('Northlight web')
})

test('ACCT-045 a failed deletion keeps the environment and holds the reason', async () => {
  await open({
    [list]: listOf([environment()]),
    [`DELETE ${one}`]: {
      status: 409,
      body: { error: { type: 'conflict', messages: ['A live stream is running.'] } },
    },
  })
  await choose('Delete')
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.type(within(dialog).getByRole('textbox'), 'Northlight web')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete environment' }))
  expect(await within(dialog).findByText('A live stream is running.')).toBeTruthy()
  expect(toasts.list()[0]).toMatchObject({
    title: 'Environment delete failed',
    description: 'A live stream is running.',
  })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('row', { name: /Northlight web/ })).toBeTruthy()
})

test('ACCT-046 the users of an environment are shown on demand', async () => {
  await open({
    [list]: listOf([environment()]),
    [`GET ${one}/users`]: listOf([
      {
        id: ids.user,
        first_name: 'Mira',
        last_name: 'Kaur',
        email: 'mira@northlight.example',
        organization_admin: true,
      },
    ]),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Show users of Northlight web' }))
  const drawer = await screen.findByRole('dialog', { name: 'Users of Northlight web' })
  const row = await within(drawer).findByRole('row', { name: /Mira Kaur/ })
  expect(row.textContent).toContain('Admin')
})

test('SHELL-045 members see the environments and no control that changes them', async () => {
  await open({ [list]: listOf([environment()]) }, { organization: { isAdmin: false } })
  await screen.findByRole('row', { name: /Northlight web/ })
  expect(screen.queryByRole('button', { name: 'Create environment' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Actions/ })).toBeNull()
})

test('a list that cannot be loaded says why and can be asked for again', async () => {
  let isBroken = true
  await open({
    [list]: () =>
      isBroken
        ? { status: 403, body: { error: { type: 'forbidden', messages: ['Not now.'] } } }
        : listOf([environment()]),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('row', { name: /Northlight web/ })).toBeTruthy()
})

test('the list shows how many views are watched right now, and admits not to know', async () => {
  await open({
    [list]: listOf([
      environment({ live_views: 36 }),
      environment({ id: ids.otherEnvironment, name: 'Kiosk', live_views: null }),
    ]),
  })
  const liveOf = async (name: RegExp) =>
    within(await screen.findByRole('row', { name })).getAllByRole('cell')[1]?.textContent
  expect(await liveOf(/Northlight web/)).toBe('36')
  expect(await liveOf(/Kiosk/)).toBe('–')
})
