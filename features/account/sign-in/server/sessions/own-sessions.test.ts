import { describe, expect, test } from 'vitest'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aBrowser } from '@playhead/testing/test-browser.ts'

const server = await startTestApp([signInServer], { settings: { PLAYHEAD_TRUST_PROXY: '1' } })
const { call, clock, database } = server
const make = aFactory(database)
const password = 'seven green lanterns'

type Browser = ReturnType<typeof aBrowser>

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

const signIn = async (email: string, userAgent: string, ip: string) => {
  const own = aBrowser(server)
  await own.send('/ui/v1/session', {
    body: { session: { email, password } },
    headers: { 'user-agent': userAgent, 'x-forwarded-for': ip },
  })
  return own
}

/** A person signed in on a laptop and a phone. */
const world = async () => {
  const person = await make.person({ password })
  await call('/ui/v1/sessions', { as: person, method: 'DELETE' })
  const laptop = await signIn(person.email, firefox, '203.0.113.77')
  clock.advance(30)
  const phone = await signIn(person.email, safari, '2001:db8:aa:bb::1')
  return { person, laptop, phone }
}

const list = async (own: Browser) => (await own.send('/ui/v1/sessions')).body.data
const end = async (own: Browser, id: string) =>
  (await own.send(`/ui/v1/sessions/${id}`, { method: 'DELETE' })).status

describe('where a person is signed in', () => {
  test('device, network without the whole address, and this session first', async () => {
    const { laptop } = await world()
    const sessions = await list(laptop)
    expect(sessions).toMatchObject([
      { current: true, browser: 'Firefox', operating_system: 'Linux', network: '203.0.113.0/24' },
      { current: false, browser: 'Safari', operating_system: 'iOS', network: '2001:db8:aa::/48' },
    ])
    expect(Object.keys(sessions[0]).toSorted()).toEqual([
      'browser',
      'created_at',
      'current',
      'expires_at',
      'id',
      'last_used_at',
      'network',
      'operating_system',
    ])
    expect(Math.abs(Date.parse(sessions[1].last_used_at) - clock.now().getTime())).toBeLessThan(
      10_000,
    )
  })

  test('use from elsewhere shows, and with it a stolen cookie', async () => {
    const { laptop } = await world()
    clock.advance(61)
    await laptop.send('/ui/v1/session', { headers: { 'x-forwarded-for': '198.51.100.9' } })
    expect(await list(laptop)).toMatchObject([
      { current: true, network: '198.51.100.0/24' },
      { current: false },
    ])
  })

  test('an ended session is out at once, and its list shows that', async () => {
    const { laptop, phone } = await world()
    const [, other] = await list(laptop)
    expect(await end(laptop, other.id)).toBe(204)
    expect(await phone.isSignedIn()).toBe(false)
    expect(await list(laptop)).toMatchObject([{ current: true }])
    expect(await end(laptop, other.id)).toBe(404)
  })

  test('all others end together, this one and other people’s stay', async () => {
    const { laptop, phone, person } = await world()
    const stranger = await make.person()
    await signIn(person.email, firefox, '203.0.113.78')
    expect((await laptop.send('/ui/v1/other-sessions', { method: 'DELETE' })).status).toBe(204)
    expect(await phone.isSignedIn()).toBe(false)
    expect(await list(laptop)).toHaveLength(1)
    expect((await call('/ui/v1/session', { as: stranger })).status).toBe(200)
  })

  test('ending the own one signs out', async () => {
    const { laptop } = await world()
    const own = (await list(laptop)).find(({ current }: { current: boolean }) => current)
    expect(await end(laptop, own.id)).toBe(204)
    expect(laptop.cookies.has('playhead_session')).toBe(false)
  })

  test('another person’s session is a 404 and goes on', async () => {
    const { laptop } = await world()
    const stranger = await make.person()
    expect(await end(laptop, stranger.sessionId)).toBe(404)
    expect(await end(laptop, 'no-id')).toBe(404)
    expect((await call('/ui/v1/session', { as: stranger })).status).toBe(200)
    expect((await call('/ui/v1/sessions')).status).toBe(401)
  })
})

describe('the lifetime of a session', () => {
  const day = 86_400

  test('ends after ninety days, however often it was used and renewed', async () => {
    const { laptop } = await world()
    for (let week = 0; week < 12; week += 1) {
      clock.advance(7 * day)
      expect((await laptop.send('/ui/v1/session', { method: 'PUT', body: {} })).status).toBe(200)
    }
    const [{ created_at, expires_at }] = await list(laptop)
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(90 * day * 1000)
    clock.advance(6 * day - 300)
    expect(await laptop.isSignedIn()).toBe(true)
    clock.advance(600)
    expect(await laptop.isSignedIn()).toBe(false)
  })

  test('the cookie never outlives it', async () => {
    const { laptop } = await world()
    for (let week = 0; week < 12; week += 1) {
      clock.advance(7 * day)
      await laptop.send('/ui/v1/session')
    }
    const renewed = await laptop.send('/ui/v1/session', { method: 'PUT', body: {} })
    const maxAge = Number(/Max-Age=(\d+)/.exec(renewed.headers.getSetCookie()[0]!)![1])
    expect(maxAge).toBeLessThanOrEqual(6 * day)
    expect(maxAge).toBeGreaterThan(5 * day)
  })

  test('a row that says otherwise, as older versions wrote, opens nothing after ninety days', async () => {
    const person = await make.person()
    clock.advance(91 * day)
    const far = new Date(clock.now().getTime() + day * 1000)
    await setColumn(database, 'sessions', 'expires_at', far, { id: person.sessionId })
    expect((await call('/ui/v1/session', { as: person })).status).toBe(401)
  })

  test('ends after thirty days without use', async () => {
    const { laptop } = await world()
    clock.advance(30 * day + 1)
    expect(await laptop.isSignedIn()).toBe(false)
  })
})
