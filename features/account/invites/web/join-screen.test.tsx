import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toSnake } from '@playhead/contract-kit/case-seam.ts'
import { Session as SessionSchema, signIn } from '@playhead/features/account/sign-in/contract'
import { call } from '@playhead/web-kit/calls/call.ts'
import type { Session } from '@playhead/web-kit/session/session.ts'
import { setSessionSource } from '@playhead/web-kit/session/session-loader.ts'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import {
  anOrganization,
  aSession,
  ids,
  openScreen,
  stopScreens,
} from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { inviteGoneText } from './join-state.ts'
import { Screen } from './join-screen.tsx'

const inviteId = '66666666-6666-4666-8666-666666666666'
const path = `POST /ui/v1/invites/${inviteId}/accept-organization-invite`
const search = '?organization_name=Harbour+Pictures&token=secret&email=mira@northlight.example'
const harbour = anOrganization({ id: ids.otherOrganization, name: 'Harbour Pictures' })
const withHarbour = aSession({ organizations: [anOrganization(), harbour] })

interface Options {
  api?: ApiHandlers
  session?: Session | null
  id?: string
}

const show = ({ api = {}, session = aSession(), id = inviteId }: Options = {}) => {
  setSessionSource(async (tenant) => (await call(signIn.retrieve, { tenant, quiet: true })).data)
  return openScreen(Screen, {
    address: '/accept-organization-invite/$inviteId',
    href: `/accept-organization-invite/${id}${search}`,
    session,
    api: {
      'GET /ui/v1/session': {
        body: { data: toSnake(SessionSchema, withHarbour) },
      },
      ...api,
    },
  })
}

const joinButton = () => screen.getByRole('button', { name: 'Join organization' })

beforeEach(() => sessionStore.dispatch({ type: 'loggedOut' }))
afterEach(stopScreens)

test('DEMO-005 a visitor of a demo has no account: the page offers one', async () => {
  await show({ session: aSession({ visitor: true }) })
  expect(screen.getByRole('link', { name: 'Create an account' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Join organization' })).toBeNull()
})

describe('signed in', () => {
  test('AUTH-033 AUTH-034 the page names the organization of the address and has a join button', async () => {
    await show()
    expect(screen.getByRole('heading', { name: 'Join organization' })).toBeTruthy()
    expect(screen.getByText('Harbour Pictures')).toBeTruthy()
    expect(joinButton()).toBeTruthy()
  })

  test('AUTH-035 AUTH-036 AUTH-037 joining posts nothing but the id, reloads the organizations and opens the new one', async () => {
    const { requests, router } = await show({
      api: { [path]: { body: { data: { organization_id: ids.otherOrganization } }, afterMs: 50 } },
    })
    const button = joinButton()
    expect(button.getAttribute('aria-busy')).toBeNull()
    await userEvent.click(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
    await userEvent.click(button)
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(
        `/organizations/${ids.otherOrganization}/environments`,
      ),
    )
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      path,
      'GET /ui/v1/session',
    ])
    expect(requests[0]?.body).toBeUndefined()
    expect(sessionStore.getState().session?.organizations.map(({ name }) => name)).toContain(
      'Harbour Pictures',
    )
  })

  test('AUTH-038 an id without UUID shape shows the generic message and posts nothing', async () => {
    const { requests } = await show({ id: 'not-an-id' })
    expect(screen.getByText('Something has gone wrong.')).toBeTruthy()
    await userEvent.click(joinButton())
    expect(await screen.findByText('Something has gone wrong.')).toBeTruthy()
    expect(requests).toEqual([])
  })

  test('AUTH-039 an invite that is gone is explained', async () => {
    await show({
      api: { [path]: { status: 404, body: { error: { type: 'not_found', messages: ['x'] } } } },
    })
    await userEvent.click(joinButton())
    expect(await screen.findByText(inviteGoneText)).toBeTruthy()
    expect(joinButton().getAttribute('aria-busy')).toBeNull()
  })

  test.each([400, 403, 429, 500])('AUTH-040 a %i shows the generic message', async (status) => {
    const body = { error: { type: 'whatever', messages: ['Inner detail'] } }
    await show({ api: { [path]: { status, body } } })
    await userEvent.click(joinButton())
    expect(await screen.findByText('Something has gone wrong.')).toBeTruthy()
    expect(screen.queryByText('Inner detail')).toBeNull()
  })

  test('a person with another address than the invited one is warned', async () => {
    const session = aSession()
    session.currentUser.email = 'other@northlight.example'
    await show({ session })
    expect(screen.getByText(/The invite was sent to mira@northlight.example/)).toBeTruthy()
  })
})

describe('signed out', () => {
  test('offers to sign in and to come back', async () => {
    await show({ session: null })
    const href = screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')!
    const next = new URL(href, 'http://localhost').searchParams.get('next')
    expect(next).toBe(`/accept-organization-invite/${inviteId}${search}`)
    expect(screen.queryByRole('button', { name: 'Join organization' })).toBeNull()
  })

  test('offers to create an account with the secret of the invite', async () => {
    await show({ session: null })
    const href = screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')!
    const url = new URL(href, 'http://localhost')
    expect(url.pathname).toBe('/create-account')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      invite: inviteId,
      token: 'secret',
      email: 'mira@northlight.example',
      organization_name: 'Harbour Pictures',
    })
  })
})
