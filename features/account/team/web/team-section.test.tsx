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
import { TeamSection } from './team-section.tsx'

const jonasId = '66666666-6666-4666-8666-666666666666'

const mira = {
  id: ids.user,
  first_name: 'Mira',
  last_name: 'Kaur',
  email: 'mira@northlight.example',
  organization_admin: true,
  environments: [],
  last_seen_at: '2026-03-04T12:00:00.000Z',
}

const jonas = (overrides: Record<string, unknown> = {}) => ({
  ...mira,
  id: jonasId,
  first_name: 'Jonas',
  last_name: 'Berg',
  email: 'jonas@northlight.example',
  organization_admin: false,
  environments: [ids.environment],
  last_seen_at: null,
  ...overrides,
})

const invite = (overrides: Record<string, unknown> = {}) => ({
  id: '77777777-7777-4777-8777-777777777777',
  email: 'new@northlight.example',
  type: null,
  plan: null,
  admin: false,
  environments: [ids.environment],
  redirect_url: null,
  created_at: '2026-03-04T12:00:00.000Z',
  expires_at: '2026-03-11T12:00:00.000Z',
  ...overrides,
})

const listOf = (rows: unknown[], totalRowCount = rows.length) => ({
  body: { data: rows, total_row_count: totalRowCount, page: 1, limit: 25 },
})

const refusal = (message: string) => ({
  status: 422,
  body: { error: { type: 'invalid_parameters', messages: [message] } },
})

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

const WithToasts = () => (
  <>
    <TeamSection />
    <ToastRegion />
  </>
)

const open = (api: ApiHandlers, { isAdmin = true, maxUsers = -1 } = {}) => {
  const current = { ...organization, isAdmin }
  return openScreen(WithToasts, {
    address: '/organizations/$organizationId/account/organization',
    href: `/organizations/${ids.organization}/account/organization`,
    session: aSession({
      organization: current,
      organizations: [current],
      featureFlags: { maxUsers },
    }),
    api: {
      'GET /ui/v1/users': listOf([mira, jonas()]),
      'GET /ui/v1/invites': listOf([]),
      ...api,
    },
  })
}

beforeEach(() => toasts.clear())
afterEach(stopScreens)

const writes = (requests: Awaited<ReturnType<typeof open>>['requests']) =>
  requests.filter(({ method }) => method !== 'GET' && method !== 'OPTIONS')

const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

const startInvite = async () => {
  await screen.findByText('Jonas Berg')
  await userEvent.click(screen.getByRole('button', { name: 'Invite user' }))
  return screen.findByRole('dialog', { name: 'Invite user' })
}

test('ACCT-007 ACCT-019 the team shows who is in it and what they may open', async () => {
  await open({})
  const own = await rowOf('Mira Kaur')
  expect(own.textContent).toContain('You')
  expect(own.textContent).toContain('All')
  expect(within(own).queryByRole('button', { name: /Remove/ })).toBeNull()
  const row = await rowOf('Jonas Berg')
  expect(row.textContent).toContain('jonas@northlight.example')
  expect(row.textContent).toContain('Northlight web')
  expect(row.textContent).toContain('Never')
  expect(within(row).getByRole<HTMLInputElement>('switch').checked).toBe(false)
})

test('ACCT-020 ACCT-022 a started invite that is cancelled sends nothing', async () => {
  const { requests } = await open({})
  const dialog = await startInvite()
  await userEvent.type(within(dialog).getByLabelText('Email'), 'new@northlight.example')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes(requests)).toEqual([])
  const again = await startInvite()
  expect(within(again).getByLabelText<HTMLInputElement>('Email').value).toBe('')
})

test('ACCT-021 ACCT-023 ACCT-025 an invite is sent with its environments and confirmed by a toast', async () => {
  let invites: unknown[] = []
  const { requests } = await open({
    'GET /ui/v1/invites': () => listOf(invites),
    'POST /ui/v1/invites': () => {
      invites = [invite()]
      return { status: 201, body: { data: invite() } }
    },
  })
  expect(await screen.findByText('No open invites')).toBeTruthy()
  const dialog = await startInvite()
  await userEvent.type(within(dialog).getByLabelText('Email'), 'new@northlight.example')
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /Northlight apps/ }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send invite' }))
  expect(await screen.findByText('Invite sent')).toBeTruthy()
  expect(await rowOf('new@northlight.example')).toBeTruthy()
  expect(writes(requests).map(({ body }) => body)).toEqual([
    {
      invite: {
        email: 'new@northlight.example',
        admin: false,
        environments: [ids.environment],
      },
    },
  ])
})

test('ACCT-024 the e-mail of an invite follows the e-mail rule', async () => {
  const { requests } = await open({})
  const dialog = await startInvite()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send invite' }))
  expect(await within(dialog).findByText('Invalid email')).toBeTruthy()
  await userEvent.type(within(dialog).getByLabelText('Email'), 'somebody@nowhere')
  expect(within(dialog).getByText('Invalid email')).toBeTruthy()
  expect(writes(requests)).toEqual([])
})

test('ACCT-020 a refused invite stays open with the typed values', async () => {
  await open({ 'POST /ui/v1/invites': refusal('This person is in the organization already.') })
  const dialog = await startInvite()
  await userEvent.type(within(dialog).getByLabelText('Email'), 'jonas@northlight.example')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send invite' }))
  expect(
    await within(dialog).findByText('This person is in the organization already.'),
  ).toBeTruthy()
  expect(within(dialog).getByLabelText<HTMLInputElement>('Email').value).toBe(
    'jonas@northlight.example',
  )
})

test('ACCT-027 the admin flag and the environments of an invite change with PUT', async () => {
  let current = invite()
  const { requests } = await open({
    'GET /ui/v1/invites': () => listOf([current]),
    'PUT /ui/v1/invites': ({ body }) => {
      current = invite((body as { invite: object }).invite as Record<string, unknown>)
      return { body: { data: current } }
    },
  })
  const row = await rowOf('new@northlight.example')
  await userEvent.click(within(row).getByRole('button', { name: /Edit environments/ }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /Northlight apps/ }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(row.textContent).toContain('Northlight web, Northlight apps'))
  await userEvent.click(within(row).getByRole('switch'))
  await waitFor(() => expect(row.textContent).toContain('All'))
  const both = [ids.environment, ids.otherEnvironment]
  expect(writes(requests).map(({ body }) => body)).toEqual([
    { invite: { email: 'new@northlight.example', admin: false, environments: both } },
    { invite: { email: 'new@northlight.example', admin: true, environments: both } },
  ])
})

test('ACCT-025 ACCT-028 an invite is deleted by its e-mail and confirmed by a toast', async () => {
  let invites: unknown[] = [invite()]
  const { requests } = await open({
    'GET /ui/v1/invites': () => listOf(invites),
    'DELETE /ui/v1/invites': () => {
      invites = []
      return {}
    },
  })
  const row = await rowOf('new@northlight.example')
  await userEvent.click(within(row).getByRole('button', { name: /Delete/ }))
  expect(await screen.findByText('Invite deleted')).toBeTruthy()
  expect(await screen.findByText('No open invites')).toBeTruthy()
  expect(writes(requests)[0]!.search.get('email')).toBe('new@northlight.example')
})

test('ACCT-029 ACCT-030 ACCT-031 a confirmed removal takes the user off the list', async () => {
  let users: unknown[] = [mira, jonas()]
  const { requests } = await open({
    'GET /ui/v1/users': () => listOf(users),
    [`POST /ui/v1/organizations/${ids.organization}/remove-user`]: () => {
      users = [mira]
      return {}
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Jonas Berg' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove Jonas Berg?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove user' }))
  expect(await screen.findByText('User removed')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Jonas Berg')).toBeNull())
  expect(writes(requests).map(({ body }) => body)).toEqual([{ user_id: jonasId }])
})

test('ACCT-031 after a failed removal the user stays, and cancelling sends nothing more', async () => {
  const { requests } = await open({
    [`POST /ui/v1/organizations/${ids.organization}/remove-user`]: refusal('The last admin.'),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Jonas Berg' }))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove user' }))
  expect(await within(dialog).findByText('The last admin.')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByText('Jonas Berg')).toBeTruthy()
  expect(writes(requests)).toHaveLength(1)
})

test('ACCT-029 cancelling is ignored while the removal is under way', async () => {
  await open({
    [`POST /ui/v1/organizations/${ids.organization}/remove-user`]: {
      afterMs: 300,
      ...refusal('The last admin.'),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Jonas Berg' }))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove user' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await userEvent.keyboard('{Escape}')
  expect(await within(dialog).findByText('The last admin.')).toBeTruthy()
})

test('ACCT-032 the admin status of a user changes and says so', async () => {
  let isAdmin = false
  const { requests } = await open({
    'GET /ui/v1/users': () => listOf([mira, jonas({ organization_admin: isAdmin })]),
    [`PUT /ui/v1/users/${jonasId}`]: ({ body }) => {
      isAdmin = (body as { user: { organization_admin: boolean } }).user.organization_admin
      return { body: { data: { ...jonas({ organization_admin: isAdmin }), pending_email: null } } }
    },
  })
  await userEvent.click(await screen.findByRole('switch', { name: 'Jonas Berg is admin' }))
  expect(await screen.findByText('User admin status has been successfully updated')).toBeTruthy()
  expect((await rowOf('Jonas Berg')).textContent).toContain('All')
  expect(writes(requests).map(({ body }) => body)).toEqual([{ user: { organization_admin: true } }])
})

test('ACCT-032 a refused admin status goes back', async () => {
  await open({ [`PUT /ui/v1/users/${jonasId}`]: refusal('Not like this.') })
  const control = await screen.findByRole<HTMLInputElement>('switch', {
    name: 'Jonas Berg is admin',
  })
  await userEvent.click(control)
  await waitFor(() => expect(control.disabled).toBe(false))
  expect(control.checked).toBe(false)
  expect(screen.queryByText('User admin status has been successfully updated')).toBeNull()
})

test('ACCT-033 the environments of a user are set', async () => {
  const { requests } = await open({
    [`PUT /ui/v1/users/${jonasId}/environments`]: {
      body: { data: jonas({ environments: [ids.otherEnvironment] }) },
    },
  })
  await userEvent.click(
    await screen.findByRole('button', { name: 'Edit environments of Jonas Berg' }),
  )
  const dialog = await screen.findByRole('dialog', { name: 'Environments of Jonas Berg' })
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /Northlight web/ }))
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /Northlight apps/ }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes(requests).map(({ body }) => body)).toEqual([
    { user: { environments: [ids.otherEnvironment] } },
  ])
})

test('ACCT-034 inviting is disabled at maxUsers', async () => {
  await open({}, { maxUsers: 2 })
  await screen.findByText('Jonas Berg')
  const button = screen.getByRole('button', { name: 'Invite user' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
  await userEvent.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([3, -1])('ACCT-034 two users may invite when maxUsers is %i', async (maxUsers) => {
  await open({}, { maxUsers })
  expect(await startInvite()).toBeTruthy()
})

test('ACCT-035 members see no team controls and nothing is asked for', async () => {
  const { requests } = await open({}, { isAdmin: false })
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
  expect(requests).toEqual([])
})

test('a team that cannot be loaded says why and can be asked for again', async () => {
  let isBroken = true
  await open({
    'GET /ui/v1/users': () => (isBroken ? { ...refusal('Not now.'), status: 403 } : listOf([mira])),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Mira Kaur')).toBeTruthy()
})
