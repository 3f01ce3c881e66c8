import { describe, expect, test } from 'vitest'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aBrowser } from '@playhead/testing/test-browser.ts'

const password = 'seven green lanterns'
const github = { GITHUB_CLIENT_ID: 'client', GITHUB_CLIENT_SECRET: 'secret' }

const served = async (publicUrl: string) => {
  const server = await startTestApp([signInServer], {
    settings: { PLAYHEAD_PUBLIC_URL: publicUrl, ...github },
  })
  const make = aFactory(server.database)
  const signIn = async () => {
    const person = await make.person({ password })
    const own = aBrowser(server)
    const answer = await own.signIn(person.email, password)
    return { person, own, cookie: answer.headers.getSetCookie()[0]! }
  }
  return { ...server, signIn }
}

const https = await served('https://video.example.com')
const http = await served('http://localhost:4000')

describe('over https', () => {
  test('the cookie is one that only this host can set, only over https', async () => {
    const { cookie } = await https.signIn()
    expect(cookie).toMatch(/^__Host-playhead_session=[\w-]{43}; /)
    const attributes = cookie.split('; ').slice(1)
    expect(attributes).toEqual(
      expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax', 'Secure']),
    )
    expect(cookie).not.toMatch(/domain/i)
  })

  test('a session under the plain name, as an attacker on the network can plant it, opens nothing', async () => {
    const { own, person } = await https.signIn()
    const token = own.cookies.get('__Host-playhead_session')!
    const planted = aBrowser(https)
    planted.cookies.set('playhead_session', token)
    expect(await planted.isSignedIn()).toBe(false)
    const victim = await https.signIn()
    victim.own.cookies.set('playhead_session', token)
    const { data } = (await victim.own.send('/ui/v1/session')).body
    expect(data.current_user.id).toBe(victim.person.id)
    expect(data.current_user.id).not.toBe(person.id)
  })

  test('a blank that browsers let into a name makes no name of this host out of it', async () => {
    const { own } = await https.signIn()
    const planted = aBrowser(https)
    // A sibling subdomain may set this cookie for all of them; Chromium 150 sends it unchanged.
    planted.cookies.set('\xa0__Host-playhead_session', own.cookies.get('__Host-playhead_session')!)
    expect(await planted.isSignedIn()).toBe(false)
  })

  test('renewing and signing out say the same name, so that the browser takes both', async () => {
    const { own } = await https.signIn()
    const renewed = await own.send('/ui/v1/session', { method: 'PUT', body: {} })
    expect(renewed.headers.getSetCookie()[0]).toMatch(/^__Host-playhead_session=.*; Secure$/)
    const ended = await own.send('/ui/v1/session', { method: 'DELETE' })
    expect(ended.headers.getSetCookie()[0]).toMatch(
      /^__Host-playhead_session=; .*Max-Age=0; Secure$/,
    )
  })

  test('the secret of a sign-in at a provider is kept the same way', async () => {
    const own = aBrowser(https)
    const answer = await own.send('/ui/v1/session/github/start', { body: { session: {} } })
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-playhead_sign_in=[\w-]{43}; Path=\/; .*; Secure$/,
    )
  })
})

describe('over http', () => {
  test('the cookie has the plain name, because browsers refuse the other there', async () => {
    const { cookie, own } = await http.signIn()
    expect(cookie).toMatch(/^playhead_session=[\w-]{43}; /)
    expect(cookie).not.toContain('Secure')
    expect(await own.isSignedIn()).toBe(true)
  })
})
