import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import {
  anOrganization,
  aSession,
  ids,
  openScreen,
  stopScreens,
} from '@playhead/web-kit/testing.tsx'
import { Screen as AccountNotFoundScreen } from './provider/account-not-found-screen.tsx'
import { Screen as ConfirmEmailScreen } from './email/confirm-email-screen.tsx'
import { Screen as MarketplaceScreen } from './sign-up/marketplace-screen.tsx'
import { Screen as SsoRequiredScreen } from './login/sso-required-screen.tsx'
import { readSessionFromServer, aRefusal, aSessionBody } from './testing.ts'

beforeEach(() => sessionStore.dispatch({ type: 'loggedOut' }))
afterEach(stopScreens)

const logOutHref = () => screen.getByRole('link', { name: 'Log out' }).getAttribute('href')

describe('single sign-on required', () => {
  const address = '/sso-required'

  test('AUTH-041 AUTH-043 without a marketplace the company requires it', async () => {
    await openScreen(SsoRequiredScreen, { address })
    expect(screen.getByRole('heading', { name: 'Your company requires SSO.' })).toBeTruthy()
    expect(logOutHref()).toBe('/logout')
  })

  test('AUTH-042 AUTH-043 with the marketplace of Vercel it says so', async () => {
    await openScreen(SsoRequiredScreen, { address, href: `${address}?marketplace=vercel` })
    expect(
      screen.getByRole('heading', { name: 'Authentication through Vercel is required.' }),
    ).toBeTruthy()
    expect(screen.queryByText('Your company requires SSO.')).toBeNull()
    expect(logOutHref()).toBe('/logout')
  })

  test('the organization that waits can be continued to', async () => {
    const waiting = anOrganization({
      id: ids.otherOrganization,
      name: 'Harbour Pictures',
      authenticated: false,
    })
    const { requests } = await openScreen(SsoRequiredScreen, {
      address,
      session: aSession({ organizations: [anOrganization(), waiting] }),
      api: {
        'POST /ui/v1/session/sso/start': {
          body: { data: { authorize_url: `${location.href.split('#')[0]}#at-harbour` } },
        },
      },
    })
    expect(screen.queryByRole('button', { name: 'Continue to Northlight TV' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Harbour Pictures' }))
    await waitFor(() => expect(location.hash).toBe('#at-harbour'))
    expect(requests.at(-1)?.body).toEqual({
      session: { organization_id: ids.otherOrganization, next: null },
    })
  })
})

test('AUTH-044 account-not-found says so and links to log out', async () => {
  await openScreen(AccountNotFoundScreen, { address: '/account-not-found' })
  expect(screen.getByRole('heading', { name: "We can't find your account." })).toBeTruthy()
  expect(logOutHref()).toBe('/logout')
})

describe('marketplace', () => {
  const show = (search: string) =>
    openScreen(MarketplaceScreen, { address: '/marketplace', href: `/marketplace${search}` })

  test('AUTH-045 thanks for the offer', async () => {
    await show('?entitlement_id=e1&partner=aws')
    expect(
      screen.getByRole('heading', { name: 'Thank you for accepting the Marketplace offer!' }),
    ).toBeTruthy()
  })

  test.each(['', '?entitlement_id=e1', '?partner=aws', '?entitlement_id=&partner=aws'])(
    'AUTH-046 the search "%s" is not complete and leads home',
    async (search) => {
      const { router } = await show(search)
      await waitFor(() => expect(router.state.location.href).toBe('/'))
      expect(screen.queryByText(/Thank you/)).toBeNull()
    },
  )
})

describe('confirming an address', () => {
  const address = '/confirm-email'
  const path = 'POST /ui/v1/email-confirmations'

  test('a press confirms the address, and the session is read again', async () => {
    readSessionFromServer()
    const changed = aSession()
    changed.currentUser.email = 'new@northlight.example'
    const { requests } = await openScreen(ConfirmEmailScreen, {
      address,
      href: `${address}?token=secret`,
      api: {
        [path]: { body: { data: { email: 'new@northlight.example' } } },
        'GET /ui/v1/session': { body: aSessionBody(changed) },
      },
    })
    expect(requests).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Confirm email address' }))
    expect(await screen.findByRole('heading', { name: 'Email address confirmed' })).toBeTruthy()
    expect(requests[0]?.body).toEqual({ email_confirmation: { token: 'secret' } })
    await waitFor(() =>
      expect(sessionStore.getState().session?.currentUser.email).toBe('new@northlight.example'),
    )
  })

  test('the page says that a link is used', async () => {
    const used = 'This link has expired or was already used. Please request a new one.'
    await openScreen(ConfirmEmailScreen, {
      address,
      href: `${address}?token=secret`,
      session: null,
      api: { [path]: aRefusal(422, used, { token: [used] }) },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Confirm email address' }))
    expect(await screen.findByText(used)).toBeTruthy()
  })
})
