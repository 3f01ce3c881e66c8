import { expect, test } from 'vitest'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { startHttp } from './testing-http.ts'
import { countRows } from './testing-rows.sql.ts'

const verifier = await startHttp(({ form }) => ({
  body: { success: form.get('secret') === 'secret' && form.get('response') === 'human' },
}))
const settings = {
  PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1',
  PLAYHEAD_TRUST_PROXY: '1',
  PLAYHEAD_DEMO: '0',
  PLAYHEAD_CAPTCHA_KEY: 'key',
  PLAYHEAD_CAPTCHA_SECRET: 'secret',
  PLAYHEAD_CAPTCHA_SCRIPTS: 'https://one.example/api.js,https://two.example/api.js',
  PLAYHEAD_CAPTCHA_VERIFY_URL: verifier.url,
}
const server = await startTestApp([signInServer], { settings })
const make = aFactory(server.database)
const password = 'seven green lanterns'
const person = await make.person({ password })

const guarded = {
  'sign-in': ['/ui/v1/session', { session: { email: person.email, password } }],
  'sign-up': ['/ui/v1/signup', { invite: { email: 'new@example.com' } }],
  'the request for a new password': [
    '/ui/v1/password-resets',
    { user: { email: 'nobody@example.com' } },
  ],
  'account creation': [
    '/ui/v1/users',
    { user: { first_name: 'Ada', last_name: '', email: 'ada@example.com', password } },
  ],
} as const

const send = (name: keyof typeof guarded, token?: string) => {
  const [path, body] = guarded[name]
  return server.call(path, {
    body,
    headers: { 'x-forwarded-for': '198.51.100.7', ...(token && { 'x-captcha-token': token }) },
  })
}

test.each(Object.keys(guarded) as (keyof typeof guarded)[])(
  'AUTH-023 %s asks for a captcha token and has it checked',
  async (name) => {
    for (const token of [undefined, 'robot']) {
      const refused = await send(name, token)
      expect(refused.status).toBe(400)
      expect(refused.body.error.fields).toEqual({
        captcha: ['The captcha was not accepted. Reload the page and try again.'],
      })
    }
    const passed = await send(name, 'human')
    expect(passed.body?.error?.fields?.captcha).toBeUndefined()
    expect(passed.status).toBe(name === 'account creation' ? 403 : passed.status)
    expect(passed.status).not.toBe(400)
    expect(verifier.received.at(-1)).toMatchObject({ method: 'POST' })
    expect(Object.fromEntries(verifier.received.at(-1)!.form)).toEqual({
      secret: 'secret',
      response: 'human',
      remoteip: '198.51.100.7',
    })
  },
)

test('AUTH-023 a refused captcha costs no attempt at the password', async () => {
  const before = await countRows(server.database, 'attempts')
  for (let index = 0; index < 12; index += 1) await send('sign-in', 'robot')
  expect(await countRows(server.database, 'attempts')).toBe(before)
  expect((await send('sign-in', 'human')).status).toBe(201)
})

test('AUTH-025 the page gets the key and the script addresses, and never the secret', async () => {
  const { data } = (await server.call('/ui/v1/sign-in-options')).body
  expect(data.captcha).toEqual({
    key: 'key',
    script_urls: ['https://one.example/api.js', 'https://two.example/api.js'],
  })
})

test('a sign-up is refused when its captcha cannot be checked', async () => {
  const lonely = await startTestApp([signInServer], {
    settings: { ...settings, PLAYHEAD_CAPTCHA_VERIFY_URL: 'http://127.0.0.1:9' },
  })
  const answer = await lonely.call('/ui/v1/signup', {
    body: { invite: { email: 'new@example.com' } },
    headers: { 'x-captcha-token': 'human' },
  })
  expect(answer.status).toBe(400)
  expect(lonely.logLines.join()).toContain('captcha could not be checked')
})
