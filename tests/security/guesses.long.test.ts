import { beforeEach, describe, expect, test } from 'vitest'
import { profileServer } from '@playhead/features/account/profile/server'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { howMany } from '@playhead/testing/how-many.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { readLink, aMailbox } from '@playhead/testing/mailbox.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aBrowser } from '@playhead/testing/test-browser.ts'

const features = [signInServer, profileServer]
const server = await startTestApp(features, { settings: { PLAYHEAD_TRUST_PROXY: '1' } })
const { call, clock, database } = server
const make = aFactory(database)
const password = 'seven green lanterns'
const day = 86_400

/** Attempts are counted per minute: each test starts with a new one. */
beforeEach(() => clock.advance(60 - ((clock.now().getTime() / 1000) % 60)))

type Browser = ReturnType<typeof aBrowser>

const from = (ip: string) => ({ 'x-forwarded-for': ip })

const signIn = (own: Browser, email: string, given: string, ip: string) =>
  own.send('/ui/v1/session', {
    body: { session: { email, password: given } },
    headers: from(ip),
  })

/** An attempt by an anonymous client: no cookie, and another network each time by default. */
let networks = 0
const anotherNetwork = () => {
  networks += 1
  return `2001:db8:${(networks >> 16).toString(16)}:${(networks & 0xffff).toString(16)}::1`
}
const guess = (email: string, ip = anotherNetwork(), given = 'not the password') =>
  signIn(aBrowser(server), email, given, ip)

/** Guesses until it is rate-limited, from one network or from many. */
const flood = async (email: string, ip?: string) => {
  for (let tries = 0; tries < 100; tries += 1)
    if ((await guess(email, ip)).status === 429) return tries
  throw new Error('A hundred guesses in a row met no limit.')
}

/** A person who signed in with this browser before, and has signed out since. */
const someone = async (given: { email?: string } = {}) => {
  const person = await make.person({ password, ...given })
  const own = aBrowser(server)
  expect((await signIn(own, person.email, password, '198.51.100.10')).status).toBe(201)
  await own.send('/ui/v1/session', { method: 'DELETE' })
  expect(await own.isSignedIn()).toBe(false)
  return { ...person, own }
}

/** A person whose account is guessed at in several tests: after the first flood, a few guesses reach its limit again. */
const besieged = await someone()

describe('the right password, from a browser that signed in before', () => {
  test('works during a flood of guesses from everywhere, its own network included', async () => {
    const victim = besieged
    await flood(victim.email)
    const beside = '2001:db8:aaaa:1::7'
    for (let index = 0; index < 50; index += 1) await guess(`person${index}@example.com`, beside)
    expect((await guess('anybody@example.com', beside)).status).toBe(429)
    expect((await signIn(victim.own, victim.email, password, beside)).status).toBe(201)
  })

  test('works for each of the accounts that used the browser', async () => {
    const [one, two] = [besieged, await make.person({ password })]
    await signIn(one.own, two.email, password, '198.51.100.11')
    for (const { email } of [one, two]) {
      await flood(email)
      expect((await signIn(one.own, email, password, anotherNetwork())).status).toBe(201)
    }
  })

  test('works after the password was reset, which makes this browser known and the others strangers', async () => {
    const { email, own: old } = await someone()
    const own = aBrowser(server)
    const mails = aMailbox(server)
    await own.send('/ui/v1/password-resets', { body: { user: { email } } })
    const token = readLink(await mails.newest(email)).searchParams.get('token')
    const changed = 'nine yellow tramways'
    const user = { token, new_password: changed, password_confirmation: changed }
    const reset = await own.send('/ui/v1/reset-password', { method: 'PUT', body: { user } })
    expect(reset.status).toBe(204)
    await flood(email)
    expect((await signIn(old, email, changed, anotherNetwork())).status).toBe(429)
    expect((await signIn(own, email, changed, anotherNetwork())).status).toBe(201)
  })

  test('works after the password was changed there', async () => {
    const { id, email, own } = await someone()
    await signIn(own, email, password, '198.51.100.12')
    const changed = 'nine yellow tramways'
    const answer = await own.send(`/ui/v1/users/${id}/password`, {
      method: 'PUT',
      body: {
        user: { current_password: password, password: changed, password_confirmation: changed },
      },
    })
    expect(answer.status).toBeLessThan(300)
    await own.send('/ui/v1/session', { method: 'DELETE' })
    await flood(email)
    expect((await signIn(own, email, changed, anotherNetwork())).status).toBe(201)
  })

  test('is kept from scripts and other sites, and over https bound to this host', async () => {
    const cookieOf = async (publicUrl: string) => {
      const settings = { ...server.app.settings, publicUrl }
      const { createApi } = await import('@playhead/server-kit/http/api.ts')
      const person = await make.person({ password })
      const answer = await createApi({ ...server.app, settings }, features).request(
        '/ui/v1/session',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-requested-with': 'playhead' },
          body: JSON.stringify({ session: { email: person.email, password } }),
        },
      )
      expect(answer.status).toBe(201)
      return answer.headers.getSetCookie().find((cookie) => cookie.includes('known_browser'))
    }
    const plain = await cookieOf('http://127.0.0.1:4000')
    expect(plain).toMatch(
      /^playhead_known_browser=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/,
    )
    expect(await cookieOf('https://video.example.com')).toMatch(
      /^__Host-playhead_known_browser=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure$/,
    )
  })
})

describe('a browser is not known', () => {
  test('to another account', async () => {
    const attacker = await someone()
    const victim = besieged
    await flood(victim.email)
    const answer = await signIn(attacker.own, victim.email, password, anotherNetwork())
    expect(answer.status).toBe(429)
  })

  test('by a changed cookie', async () => {
    const victim = besieged
    await flood(victim.email)
    const [name, token] = [...victim.own.cookies].find(([key]) => key.includes('known_browser'))!
    for (const forged of [`${token}A`, token.replace(/\..*/, '.AAAA'), 'nonsense', '']) {
      victim.own.cookies.set(name, forged)
      const answer = await signIn(victim.own, victim.email, password, anotherNetwork())
      expect(answer.status).toBe(429)
    }
  })

  test('once its cookie is a year old', async () => {
    const victim = await someone()
    clock.advance(365 * day + 1)
    await flood(victim.email)
    expect((await signIn(victim.own, victim.email, password, anotherNetwork())).status).toBe(429)
  })
})

describe('guesses', () => {
  test('ten from one network at one address have to wait, others of the network and of the address do not', async () => {
    const { email } = await make.person({ password })
    const other = await make.person({ password })
    expect(await flood(email, '203.0.113.1')).toBe(10)
    const refused = await guess(email, '203.0.113.1', password)
    expect(refused.status).toBe(429)
    expect((await guess(other.email, '203.0.113.1', password)).status).toBe(201)
    expect((await guess(email, '203.0.113.2', password)).status).toBe(201)
    clock.advance(Number(refused.headers.get('retry-after')))
    expect((await guess(email, '203.0.113.1', password)).status).toBe(201)
  })

  test('the addresses of one /64 are one network, and IPv4 within IPv6 is IPv4', async () => {
    const { email } = await make.person({ password })
    for (let index = 0; index < 10; index += 1)
      expect((await guess(email, `2001:db8:5:5::${index}`)).status).toBe(401)
    expect((await guess(email, '2001:db8:5:5:ffff::1', password)).status).toBe(429)
    expect((await guess(email, '2001:db8:5:6::1', password)).status).toBe(201)
    for (let index = 0; index < 10; index += 1) await guess(email, '::ffff:203.0.113.3')
    expect((await guess(email, '203.0.113.3')).status).toBe(429)
  })

  test('fifty from one network have to wait, for any address', async () => {
    for (let index = 0; index < 50; index += 1)
      expect((await guess(`staff${index}@example.com`, '203.0.113.4')).status).toBe(401)
    expect((await guess('staff50@example.com', '203.0.113.4')).status).toBe(429)
    expect((await guess('staff50@example.com', '203.0.113.5')).status).toBe(401)
  })

  test('from ever new networks they slow down: never locked for longer than a quarter of an hour, and under 150 a day', async () => {
    const hours = howMany('hours-of-guesses', { usual: 1, long: 12, release: 24 })
    const { email } = await make.person({ password })
    const start = clock.now().getTime()
    let looked = 0
    const waits: number[] = []
    while (clock.now().getTime() - start < hours * 3_600_000) {
      const answer = await guess(email)
      if (answer.status === 401) looked += 1
      else {
        waits.push(Number(answer.headers.get('retry-after')))
        clock.advance(waits.at(-1)!)
      }
    }
    // Thirty at once, four while the pause grows to a quarter of an hour, and then four in each hour: 130 a day.
    expect(looked).toBeGreaterThan(30 + 2.5 * hours)
    expect(looked).toBeLessThanOrEqual(34 + 4 * hours)
    expect(waits.every((wait) => wait > 0)).toBe(true)
    expect(Math.max(...waits)).toBeLessThanOrEqual(15 * 60)
    expect(waits[0]).toBeLessThanOrEqual(60)
    clock.advance(15 * 60)
    expect((await guess(email, anotherNetwork(), password)).status).toBe(201)
  })

  test('at once are counted one by one', async () => {
    const { email } = await make.person({ password })
    const answers = await Promise.all(Array.from({ length: 40 }, () => guess(email)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(30)
  })

  test('from a known browser have a limit too, and do not use up the limit of others', async () => {
    const { email, own } = await someone()
    const wrong = async () =>
      (await signIn(own, email, 'not the password', '203.0.113.6')).status === 401
    let looked = 0
    while (looked < 100 && (await wrong())) looked += 1
    // Its own thirty attempts, and then those of any anonymous client on its network.
    expect(looked).toBe(40)
    expect((await guess(email, '203.0.113.7', password)).status).toBe(201)
  })

  test('get the same answer for an address without an account, and say when to try again', async () => {
    const { email } = await make.person({ password })
    const refusals = []
    for (const address of [email, 'nobody-has-this@example.com']) {
      await flood(address, '203.0.113.8')
      const { status, body } = await guess(address, '203.0.113.8')
      refusals.push([status, body])
    }
    expect(refusals[0]).toEqual(refusals[1])
    expect(refusals[0]).toEqual([
      429,
      {
        error: {
          type: 'too_many_requests',
          messages: [
            expect.stringMatching(/^Too many attempts\. Please try again in 1[45] minutes/),
          ],
        },
      },
    ])
  })
})

describe('mails that anybody may ask for', () => {
  const ask = (own: Browser, path: string, body: unknown, ip: string) =>
    own.send(path, { body, headers: from(ip) })

  test.each([
    ['/ui/v1/password-resets', (email: string) => ({ user: { email } })],
    ['/ui/v1/signup', (email: string) => ({ invite: { email } })],
  ])('%s: five an hour by network and address, few a day by address', async (path, body) => {
    const { email } = await make.person()
    const stranger = () => aBrowser(server)
    const statuses = []
    for (let index = 0; index < 6; index += 1)
      statuses.push((await ask(stranger(), path, body(email), '203.0.113.9')).status)
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
    expect((await ask(stranger(), path, body(email), '203.0.113.10')).status).toBe(204)
    let sent = 6
    const start = clock.now().getTime()
    while (clock.now().getTime() - start < day * 1000) {
      const answer = await ask(stranger(), path, body(email), anotherNetwork())
      if (answer.status === 204) sent += 1
      else clock.advance(Number(answer.headers.get('retry-after')))
    }
    expect(sent).toBeLessThan(50)
  })

  test('a known browser asks for its own reset while strangers have used up theirs', async () => {
    const { email, own } = await someone()
    const path = '/ui/v1/password-resets'
    const body = { user: { email } }
    let status = 204
    while (status === 204)
      status = (await ask(aBrowser(server), path, body, anotherNetwork())).status
    expect(status).toBe(429)
    expect((await ask(own, path, body, anotherNetwork())).status).toBe(204)
  })
})

test('wrong guesses of the present password in a stolen session do not block the other sessions', async () => {
  const person = await make.person({ password })
  const change = async (own: Browser, current: string) => {
    const user = { current_password: current, password: 'short', password_confirmation: 'short' }
    const path = `/ui/v1/users/${person.id}/password`
    return (await own.send(path, { method: 'PUT', body: { user } })).body.error
  }
  const [taken, own] = [aBrowser(server), aBrowser(server)]
  for (const one of [taken, own]) await signIn(one, person.email, password, anotherNetwork())
  for (let index = 0; index < 10; index += 1)
    expect((await change(taken, 'a wrong guess')).fields).toHaveProperty('current_password')
  expect((await change(taken, password)).type).toBe('too_many_requests')
  expect((await change(own, password)).fields).toHaveProperty('password')
})

test('a right link works on a network that tried many wrong ones; a wrong one has to wait', async () => {
  const { email } = await make.person({ password })
  const open = (token: string) => {
    const user = { token, new_password: 'nine yellow tramways' }
    return call('/ui/v1/reset-password', {
      method: 'PUT',
      body: { user: { ...user, password_confirmation: user.new_password } },
      headers: from('203.0.113.11'),
    })
  }
  for (let index = 0; index < 50; index += 1)
    expect((await open(`wrong-${index}`)).status).toBe(400)
  expect((await open('wrong')).status).toBe(429)
  await call('/ui/v1/password-resets', { body: { user: { email } } })
  const token = readLink(await aMailbox(server).newest(email)).searchParams.get('token')!
  expect((await open(token)).status).toBe(204)
})
