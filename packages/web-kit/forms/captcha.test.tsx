import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { captchaFailureText, loadCaptcha, useCaptcha, waitForBadge } from './captcha.ts'

const options = {
  key: 'site-key',
  scriptUrls: ['https://one.example/api.js', 'https://two.example/api.js'],
}
const scope = globalThis as { grecaptcha?: unknown }
const api = { ready: (callback: () => void) => callback(), execute: async () => 'token' }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  delete scope.grecaptcha
  for (const script of document.head.querySelectorAll('script')) script.remove()
})

test('AUTH-025 when the first host fails, the script is loaded from the second', async () => {
  const asked: string[] = []
  const loaded = await loadCaptcha(options, async (url) => {
    asked.push(url)
    if (url.startsWith('https://one.')) throw new Error('blocked')
    scope.grecaptcha = api
  })
  expect(asked).toEqual([
    'https://one.example/api.js?render=site-key',
    'https://two.example/api.js?render=site-key',
  ])
  expect(loaded).toBe(api)
})

test('AUTH-026 when no host delivers, the page says so', async () => {
  const refuse = async () => {
    throw new Error('blocked')
  }
  await expect(loadCaptcha(options, refuse)).rejects.toThrow(captchaFailureText)
})

test('AUTH-027 the badge is looked for every 500 ms', () => {
  const found: HTMLElement[] = []
  waitForBadge((badge) => found.push(badge))
  vi.advanceTimersByTime(1000)
  document.body.innerHTML = '<div class="grecaptcha-badge"></div>'
  vi.advanceTimersByTime(499)
  expect(found).toHaveLength(0)
  vi.advanceTimersByTime(1)
  expect(found).toHaveLength(1)
})

test('AUTH-027 the search for the badge ends after 5 seconds', () => {
  const found: HTMLElement[] = []
  waitForBadge((badge) => found.push(badge))
  vi.advanceTimersByTime(5000)
  document.body.innerHTML = '<div class="grecaptcha-badge"></div>'
  vi.advanceTimersByTime(5000)
  expect(found).toHaveLength(0)
})

test('AUTH-024 without a configured key nothing is loaded and no token exists', async () => {
  const tokens: (string | undefined)[] = []
  const Probe = () => {
    const { getToken, failure } = useCaptcha(null)
    return (
      <button onClick={() => void getToken('login').then((token) => tokens.push(token))}>
        {failure ?? 'go'}
      </button>
    )
  }
  render(<Probe />)
  await act(async () => screen.getByText('go').click())
  expect(tokens).toEqual([undefined])
  expect(document.head.querySelector('script')).toBeNull()
})
