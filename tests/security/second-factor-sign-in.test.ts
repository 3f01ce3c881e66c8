import { describe, expect, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import { readRows } from '@playhead/testing/rows/rows.ts'
import { aBrowser } from '@playhead/testing/test-browser.ts'
import {
  at,
  complete,
  password,
  retrieve,
  secondFactorServers,
  ticketOf,
} from './second-factor-people.ts'

const { clock, database, mailsTo, person, server, shown, withApp, withPasskey } =
  await secondFactorServers()

describe('the password alone', () => {
  test('opens a session for those without a second factor, and none for those with one', async () => {
    const plain = await person()
    expect(await plain.own.isSignedIn()).toBe(true)
    for (const { person: made } of [await withApp(), await withPasskey()]) {
      const own = aBrowser(server)
      const answer = await at(own, '/ui/v1/session', { session: { email: made.email, password } })
      expect(answer.body.data).toBeNull()
      expect(answer.body.second_factor.ticket).toMatch(/^[\w-]{43}$/)
      expect(answer.headers.getSetCookie().join()).not.toContain('playhead_session=')
      expect(await own.isSignedIn()).toBe(false)
    }
  })

  test('that is wrong gets the same answer for any address, so nothing reveals a second factor', async () => {
    const { person: made } = await withApp()
    const wrong = async (email: string) => {
      const { status, body } = await aBrowser(server).signIn(email, 'a wrong password')
      return { status, body }
    }
    expect(await wrong(made.email)).toEqual(await wrong('nobody@example.com'))
  })

  test('set again by mail does not go round the second factor, and ends sign-ins that were half done', async () => {
    const { person: made, secret } = await withApp()
    const own = aBrowser(server)
    const before = await ticketOf(own, made.email)
    await at(own, '/ui/v1/password-resets', { user: { email: made.email } })
    const link = async () => {
      const mail = (await mailsTo(made.email)).find(({ subject }) => /new password/.test(subject))
      return mail && /token=([\w-]+)/.exec(mail.text)?.[1]
    }
    await expect.poll(link).toBeTruthy()
    const next = 'nine yellow lanterns'
    const done = await own.send('/ui/v1/reset-password', {
      method: 'PUT',
      body: {
        user: {
          token: await link(),
          new_password: next,
          password_confirmation: next,
        },
      },
    })
    expect(done.status).toBe(204)
    expect((await complete(own, before.ticket, shown(secret))).status).toBe(401)
    const answer = await own.signIn(made.email, next)
    expect(answer.body.data).toBeNull()
    expect(await own.isSignedIn()).toBe(false)
  })
})

describe('an authenticator app', () => {
  test('completes a sign-in; its code works once, and neither does an older one', async () => {
    const { person: made, secret } = await withApp()
    const own = aBrowser(server)
    const { ticket, methods } = await ticketOf(own, made.email)
    expect(methods).toEqual(['authenticator_app', 'recovery_code'])
    const code = shown(secret)
    const answer = await complete(own, ticket, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect(answer.status).toBe(201)
    expect(answer.body.data.current_user.email).toBe(made.email)
    expect(await own.isSignedIn()).toBe(true)
    const again = aBrowser(server)
    const second = await ticketOf(again, made.email)
    for (const replayed of [code, shown(secret, -1)])
      expect((await complete(again, second.ticket, replayed)).body.error.fields.code).toHaveLength(
        1,
      )
    clock.advance(30)
    expect((await complete(again, second.ticket, shown(secret))).status).toBe(201)
  })

  test('the same code from many browsers at once signs in only one', async () => {
    const { person: made, secret } = await withApp()
    const browsers = Array.from({ length: 6 }, () => aBrowser(server))
    const tickets = await Promise.all(browsers.map((own) => ticketOf(own, made.email)))
    const answers = await Promise.all(
      browsers.map((own, index) => complete(own, tickets[index].ticket, shown(secret))),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  test('a clock that is one step off is no reason to refuse, two steps are', async () => {
    const { person: made, secret } = await withApp()
    for (const [distance, status] of [
      [-2, 400],
      [-1, 201],
      [1, 201],
      [2, 400],
    ] as const) {
      const own = aBrowser(server)
      const { ticket } = await ticketOf(own, made.email)
      expect((await complete(own, ticket, shown(secret, distance))).status).toBe(status)
      clock.advance(120)
    }
  })

  test('a ticket completes one sign-in and lasts ten minutes', async () => {
    const { person: made, secret } = await withApp()
    const own = aBrowser(server)
    const { ticket } = await ticketOf(own, made.email)
    expect((await complete(own, ticket, shown(secret))).status).toBe(201)
    clock.advance(60)
    expect((await complete(aBrowser(server), ticket, shown(secret))).status).toBe(401)
    const late = await ticketOf(own, made.email)
    clock.advance(601)
    expect((await complete(own, late.ticket, shown(secret))).status).toBe(401)
  })

  test('five wrong codes end a sign-in and notify its person; ten block codes from that network for a while', async () => {
    const { person: made, secret } = await withApp()
    const own = aBrowser(server)
    const guess = async () => {
      const { ticket } = await ticketOf(own, made.email)
      const statuses = []
      for (let index = 0; index < 5; index += 1)
        statuses.push((await complete(own, ticket, '000000')).status)
      return { ticket, statuses }
    }
    const first = await guess()
    expect(first.statuses).toEqual([400, 400, 400, 400, 400])
    expect((await complete(own, first.ticket, shown(secret))).status).toBe(401)
    await expect
      .poll(async () => (await mailsTo(made.email)).map(({ subject }) => subject))
      .toContain('Wrong codes at your sign-in')
    await guess()
    const third = await ticketOf(own, made.email)
    expect((await complete(own, third.ticket, shown(secret))).status).toBe(429)
    clock.advance(15 * 60 + 60)
    const fourth = await ticketOf(own, made.email)
    expect((await complete(own, fourth.ticket, shown(secret))).status).toBe(201)
  })

  test('a thief who guesses codes does not lock the person out of a browser that signed in before', async () => {
    const { person: made, own, secret, codes } = await withApp()
    const thief = aBrowser(server)
    for (let round = 0; round < 3; round += 1) {
      const { ticket } = await ticketOf(thief, made.email)
      for (let index = 0; index < 5; index += 1) await complete(thief, ticket, '000000')
    }
    const shut = await ticketOf(thief, made.email)
    expect((await complete(thief, shut.ticket, shown(secret))).status).toBe(429)
    const abroad = aBrowser(server)
    const spare = await complete(abroad, shut.ticket, codes[0]!, 'recovery_code')
    expect(spare.status).toBe(201)
    await own.send('/ui/v1/session', { method: 'DELETE' })
    const back = await ticketOf(own, made.email)
    expect((await complete(own, back.ticket, shown(secret))).status).toBe(201)
    // The owner's correct code does not reset the attempts of an attacker elsewhere.
    const next = await ticketOf(thief, made.email)
    expect((await complete(thief, next.ticket, '000000')).status).toBe(429)
  })

  test('four wrong codes in each sign-in also notify the person, without hundreds of mails', async () => {
    const { person: made } = await withApp()
    const thief = aBrowser(server)
    const warnings = async () =>
      (await mailsTo(made.email)).filter(({ subject }) => subject === 'Wrong codes at your sign-in')
        .length
    for (let round = 0; round < 12; round += 1) {
      const { ticket } = await ticketOf(thief, made.email)
      for (let index = 0; index < 4; index += 1) await complete(thief, ticket, '000000')
    }
    await expect.poll(warnings).toBe(4)
  })

  test('codes are guessed four times an hour once the first ten of a day are used up', async () => {
    const { person: made } = await withApp()
    const thief = aBrowser(server)
    const hours = howMany('hours-of-codes', { usual: 1, long: 6 })
    const until = clock.now().getTime() + hours * 3_600_000
    let tries = 0
    while (clock.now().getTime() < until) {
      const { ticket } = await ticketOf(thief, made.email)
      while ((await complete(thief, ticket, '000000')).status === 400) tries += 1
      clock.advance(300)
    }
    expect(tries).toBeLessThan(21 + 4 * hours)
  })

  test('counts only once a first code proved it, and is kept sealed', async () => {
    const { person: made, own } = await person()
    const { secret, uri } = (await at(own, '/ui/v1/second-factor/authenticator-app/start', {})).body
      .data
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect((await aBrowser(server).signIn(made.email, password)).body.data).not.toBeNull()
    const wrong = await at(own, '/ui/v1/second-factor/authenticator-app', {
      authenticator_app: { code: '000000' },
    })
    expect(wrong.body.error.fields.code).toHaveLength(1)
    const added = await at(own, '/ui/v1/second-factor/authenticator-app', {
      authenticator_app: { code: shown(secret) },
    })
    expect(added.body.data.recovery_codes).toHaveLength(10)
    expect(JSON.stringify(await readRows(database, 'authenticator_apps'))).not.toContain(secret)
    const another = await at(own, '/ui/v1/second-factor/authenticator-app/start', {})
    expect(another.status).toBe(400)
    expect((await retrieve(own)).authenticator_app).toMatchObject({ last_used_at: null })
  })
})

describe('recovery codes', () => {
  test('ten come with the first factor, each signs in once, and the person gets a mail', async () => {
    const { person: made, own, codes } = await withApp()
    expect(new Set(codes).size).toBe(10)
    expect(JSON.stringify(await readRows(database, 'recovery_codes'))).not.toContain(codes[0])
    const other = aBrowser(server)
    const use = async (code: string) => {
      const { ticket } = await ticketOf(other, made.email)
      return (await complete(other, ticket, code, 'recovery_code')).status
    }
    expect(await use(codes[0]!.toUpperCase().replace('-', ' '))).toBe(201)
    expect(await use(codes[0]!)).toBe(400)
    expect((await retrieve(own)).recovery_codes_left).toBe(9)
    await expect
      .poll(async () => (await mailsTo(made.email)).map(({ text }) => text).join())
      .toContain('9 of them are left')
  })

  test('one code from many browsers at once signs in only one', async () => {
    const { person: made, codes } = await withApp()
    const browsers = Array.from({ length: 5 }, () => aBrowser(server))
    const tickets = await Promise.all(browsers.map((own) => ticketOf(own, made.email)))
    const answers = await Promise.all(
      browsers.map((own, index) =>
        complete(own, tickets[index].ticket, codes[3]!, 'recovery_code'),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  test('of another person do not work, and new ones replace the old', async () => {
    const { person: made, own, codes } = await withApp()
    const other = await withApp()
    const use = async (code: string) => {
      const visitor = aBrowser(server)
      const { ticket } = await ticketOf(visitor, made.email)
      return (await complete(visitor, ticket, code, 'recovery_code')).status
    }
    expect(await use(other.codes[0]!)).toBe(400)
    const renewed = await at(own, '/ui/v1/second-factor/recovery-codes', {})
    expect(await use(codes[1]!)).toBe(400)
    expect(await use(renewed.body.data.recovery_codes[1])).toBe(201)
  })
})
