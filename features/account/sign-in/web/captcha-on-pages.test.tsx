import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { captchaFailureText } from '@playhead/web-kit/forms/captcha.ts'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import { openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { Screen as CreateAccountScreen } from './sign-up/create-account-screen.tsx'
import { Screen as ForgotPasswordScreen } from './password/forgot-password-screen.tsx'
import { Screen as LoginScreen } from './login/login-screen.tsx'
import { Screen as SignUpScreen } from './sign-up/sign-up-screen.tsx'
import { aSignInApi, aRefusal } from './testing.ts'

interface HappyWindow {
  happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: boolean } }
  grecaptcha?: unknown
}
const scope = globalThis as unknown as HappyWindow

let count = 0
const captcha = () => {
  count += 1
  return { key: `key-${count}`, script_urls: ['/captcha-one.js', '/captcha-two.js'] }
}

const deliverScripts = (isDelivered: boolean) => {
  scope.happyDOM.settings.handleDisabledFileLoadingAsSuccess = isDelivered
  scope.grecaptcha = isDelivered
    ? {
        ready: (callback: () => void) => callback(),
        execute: async (_: string, { action }: { action: string }) => `token-for-${action}`,
      }
    : undefined
}

beforeEach(() => sessionStore.dispatch({ type: 'loggedOut' }))
afterEach(async () => {
  await stopScreens()
  deliverScripts(false)
  for (const script of document.head.querySelectorAll('script')) script.remove()
})

const link = '/?invite=66666666-6666-4666-8666-666666666666&token=t&email=mira%40northlight.example'

const pages: [string, ComponentType, string, string, Record<string, string>, string][] = [
  [
    'login',
    LoginScreen,
    '/',
    'POST /ui/v1/session',
    { Email: 'a@b.example', Password: 'secret' },
    'Sign in',
  ],
  ['signup', SignUpScreen, '/', 'POST /ui/v1/signup', { Email: 'a@b.example' }, 'Continue'],
  [
    'password_reset',
    ForgotPasswordScreen,
    '/',
    'POST /ui/v1/password-resets',
    { Email: 'a@b.example' },
    'Send the link',
  ],
  [
    'create_account',
    CreateAccountScreen,
    link,
    'POST /ui/v1/users',
    { 'First name': 'Mira', Password: 'tall-harbour-lantern-42' },
    'Create account',
  ],
]

test.each(pages)(
  'AUTH-023 the %s call carries the captcha token',
  async (action, Screen, href, route, fields, button) => {
    deliverScripts(true)
    const { requests } = await openScreen(Screen, {
      address: '/',
      href,
      session: null,
      api: { ...aSignInApi({ captcha: captcha() }), [route]: aRefusal(422, 'No.') },
    })
    for (const [label, text] of Object.entries(fields))
      await userEvent.type(await screen.findByLabelText(label), text)
    await userEvent.click(screen.getByRole('button', { name: button }))
    await screen.findByText('No.')
    expect(requests.at(-1)?.headers['x-captcha-token']).toBe(`token-for-${action}`)
  },
)

test('AUTH-024 without a configured key no token is sent', async () => {
  const { requests } = await openScreen(SignUpScreen, {
    session: null,
    api: { ...aSignInApi(), 'POST /ui/v1/signup': { status: 204 } },
  })
  await userEvent.type(await screen.findByLabelText('Email'), 'a@b.example{Enter}')
  await screen.findByText('Check your inbox')
  expect(requests.at(-1)?.headers).not.toHaveProperty('x-captcha-token')
  expect(document.head.querySelector('script')).toBeNull()
})

test('AUTH-025 AUTH-026 when no host delivers the script the page says so and sends nothing', async () => {
  deliverScripts(false)
  const { requests } = await openScreen(LoginScreen, {
    session: null,
    api: aSignInApi({ captcha: captcha() }),
  })
  expect(await screen.findByText(captchaFailureText)).toBeTruthy()
  await userEvent.type(await screen.findByLabelText('Email'), 'a@b.example')
  await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}')
  await waitFor(() => expect(screen.getAllByText(captchaFailureText)).toHaveLength(1))
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
})
