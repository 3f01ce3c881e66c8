import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { toSnake } from '@playhead/contract-kit/case-seam.ts'
import { Organization } from '@playhead/features/account/memberships/contract'
import { Session as SessionSchema, signIn } from '@playhead/features/account/sign-in/contract'
import { call } from '@playhead/web-kit/calls/call.ts'
import { setSessionSource } from '@playhead/web-kit/session/session-loader.ts'
import {
  anOrganization,
  aSession,
  ids,
  openScreen,
  stopScreens,
} from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './create-organization-screen.tsx'

const alone = aSession({
  organization: null,
  organizations: [],
  properties: [],
  currentEnvironment: null,
})
const joined = { data: toSnake(SessionSchema, aSession()) }
const created = {
  status: 201,
  body: { data: toSnake(Organization, anOrganization()) },
}

const show = (api: ApiHandlers = {}, search = '', session = alone) => {
  setSessionSource(async (tenant) => (await call(signIn.retrieve, { tenant, quiet: true })).data)
  return openScreen(Screen, {
    address: '/create-organization',
    href: `/create-organization${search}`,
    session,
    api: { 'GET /ui/v1/session': { body: joined }, ...api },
  })
}

const pressCreate = () =>
  userEvent.click(screen.getByRole('button', { name: 'Create organization' }))

afterEach(stopScreens)

test('AUTH-028 AUTH-030 AUTH-031 the page asks for a name, gives advice and lets log out', async () => {
  await show()
  expect(screen.getByRole('heading', { name: 'Create an organization to continue' })).toBeTruthy()
  const fields = screen.getAllByRole<HTMLInputElement>('textbox')
  expect(fields).toHaveLength(1)
  expect(fields[0]).toBe(screen.getByLabelText('Organization name'))
  expect(fields[0]?.placeholder).toBe('Your company')
  expect(fields[0]?.getAttribute('aria-required')).toBe('true')
  expect(document.activeElement).toBe(fields[0])
  expect(
    screen.getByText(
      'If you were removed from your organization by mistake, contact your administrator.',
    ),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Log out' }).getAttribute('href')).toBe('/logout')
})

test('AUTH-028 without a name nothing is created', async () => {
  const { requests } = await show()
  await userEvent.type(screen.getByLabelText('Organization name'), '   ')
  await pressCreate()
  expect(await screen.findByText('Organization name is required')).toBeTruthy()
  expect(requests).toEqual([])
})

test('AUTH-029 the organization is created by its name and opens', async () => {
  const { requests, router } = await show({ 'POST /ui/v1/organizations': created })
  await userEvent.type(screen.getByLabelText('Organization name'), 'Northlight TV')
  await pressCreate()
  await waitFor(() =>
    expect(router.state.location.href).toBe(`/organizations/${ids.organization}/environments`),
  )
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /ui/v1/organizations',
    'GET /ui/v1/session',
  ])
  expect(requests[0]?.body).toEqual({ organization: { name: 'Northlight TV' } })
})

test('SHELL-030 SHELL-031 after a sign-up it leads on to what that was about', async () => {
  const { router } = await show(
    { 'POST /ui/v1/organizations': created },
    '?type=video&welcome=true',
  )
  await userEvent.type(screen.getByLabelText('Organization name'), 'Northlight TV{Enter}')
  await waitFor(() =>
    expect(router.state.location.href).toBe(
      `/organizations/${ids.organization}/environments/${ids.environment}/video/assets?welcome=true`,
    ),
  )
})

test('a refusal is on the page and keeps the name', async () => {
  await show({
    'POST /ui/v1/organizations': {
      status: 403,
      body: { error: { type: 'forbidden', messages: ['Only staff create organizations here.'] } },
    },
  })
  await userEvent.type(screen.getByLabelText('Organization name'), 'Northlight TV')
  await pressCreate()
  expect(await screen.findByText('Only staff create organizations here.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Organization name').value).toBe('Northlight TV')
})

test('AUTH-032 a person who has organizations is led into the first one', async () => {
  const { router, requests } = await show(
    {},
    '',
    aSession({
      organizations: [anOrganization(), anOrganization({ id: ids.otherOrganization })],
    }),
  )
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(`/organizations/${ids.organization}/environments`),
  )
  expect(requests).toEqual([])
})

test('staff without an organization finds the way to the operator pages, others do not see it', async () => {
  const staff = { ...alone, currentUser: { ...alone.currentUser, internal: true } }
  await show({}, '', staff)
  const link = screen.getByRole('link', { name: 'open the operator pages' })
  expect(link.getAttribute('href')).toBe('/operator/organizations')
  await stopScreens()
  await show()
  expect(screen.queryByRole('link', { name: 'open the operator pages' })).toBeNull()
})
