import { describe, expect, test } from 'vitest'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { teamServer } from '@playhead/features/account/team/server'
import { hashToken, randomToken } from '@playhead/server-kit/secrets/secrets.ts'
import { writeReadOnly } from '@playhead/server-kit/state/server-state.sql.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aBrowser } from '@playhead/testing/test-browser.ts'
import { readLink, aMailbox } from '../testing-mails.ts'
import { countRows, insertInvite, listMemberships, readUser } from '../testing-rows.sql.ts'

const settings = { PLAYHEAD_TRUST_PROXY: '1', PLAYHEAD_PUBLIC_URL: 'https://video.example.com' }
const server = await startTestApp([signInServer, teamServer], { settings })
const { call, clock, database } = server
const make = aFactory(database)
const { newest, to } = aMailbox(server)
const password = 'seven green lanterns'
let count = 0
const newAddress = () => `new${(count += 1)}@example.com`
const newIp = () => `198.51.100.${(count += 1) % 250}`

const signUp = (invite: Record<string, unknown>) =>
  call('/ui/v1/signup', { body: { invite }, headers: { 'x-forwarded-for': newIp() } })

const linkFor = async (email: string, mailCount = 1) => {
  await signUp({ email })
  return readLink(await newest(email, mailCount)).searchParams
}

const account = (query: URLSearchParams, changes: Record<string, unknown> = {}) => ({
  user: {
    first_name: 'Ada',
    last_name: 'Byron',
    email: query.get('email'),
    password,
    invite_id: query.get('invite'),
    token: query.get('token'),
    ...changes,
  },
})

const create = (query: URLSearchParams, changes: Record<string, unknown> = {}) =>
  aBrowser(server).send('/ui/v1/users', { body: account(query, changes) })

describe('asking for an account', () => {
  test('AUTH-013 AUTH-015 a mailed link makes the account, which is signed in at once', async () => {
    const email = newAddress()
    const asked = await signUp({
      email: ` ${email.toUpperCase()}`,
      type: 'business',
      plan: 'Starter',
      redirect_url: '/organizations?welcome=1',
    })
    expect(asked.status).toBe(204)
    const mail = await newest(email)
    const link = readLink(mail)
    expect(`${link.origin}${link.pathname}`).toBe('https://video.example.com/create-account')
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      email,
      type: 'business',
      plan: 'Starter',
      redirect_url: '/organizations?welcome=1',
    })
    expect(await countRows(database, 'mailed_links')).toBeGreaterThan(0)

    const own = aBrowser(server)
    const made = await own.send('/ui/v1/users', { body: account(link.searchParams) })
    expect(made.status).toBe(201)
    expect(made.body.data.current_user).toMatchObject({
      first_name: 'Ada',
      last_name: 'Byron',
      email,
      internal: false,
      oauth_login: false,
    })
    expect(await own.isSignedIn()).toBe(true)
    expect((await aBrowser(server).signIn(email, password)).status).toBe(201)
  })

  test('AUTH-013 an address elsewhere is no place to go on to', async () => {
    const email = newAddress()
    await signUp({ email, redirect_url: 'https://evil.example/login' })
    expect((await newest(email)).text).not.toContain('evil.example')
  })

  test('anyone who has an account is notified by mail, and the answer is the same', async () => {
    const person = await make.person({ password })
    const known = await signUp({ email: person.email })
    const unknown = await signUp({ email: newAddress() })
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    const mail = await newest(person.email)
    expect(mail.subject).toBe('You already have a Playhead account')
    expect(mail.text).toContain('https://video.example.com/login')
    expect(mail.text).toContain('https://video.example.com/forgot-password')
    expect(mail.text).not.toContain('token=')
  })

  test('AUTH-017 a malformed address is refused', async () => {
    const answer = await signUp({ email: 'ada@' })
    expect([answer.status, answer.body.error.messages]).toEqual([400, ['Invalid email']])
  })

  test('an address can be mailed ten times a day, and then with pauses', async () => {
    const email = newAddress()
    for (let index = 0; index < 10; index += 1) expect((await signUp({ email })).status).toBe(204)
    const refused = await signUp({ email })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await newest(email, 10)
    clock.advance(Number(refused.headers.get('retry-after')))
    expect((await signUp({ email })).status).toBe(204)
  })

  test('signing up is refused in read-only mode', async () => {
    await writeReadOnly(database, true)
    const email = newAddress()
    expect((await signUp({ email })).body.error.type).toBe('read_only')
    await writeReadOnly(database, false)
    expect(await to(email)).toEqual([])
  })
})

describe('the mailed link', () => {
  test('works once', async () => {
    const email = newAddress()
    const query = await linkFor(email)
    expect((await create(query)).status).toBe(201)
    const again = await create(query, { email })
    expect(again.status).toBe(400)
    expect(again.body.error.fields).toEqual({
      token: ['This link has expired or was already used. Please request a new one.'],
    })
  })

  test('opened three times at once creates one account', async () => {
    const query = await linkFor(newAddress())
    const answers = await Promise.all([create(query), create(query), create(query)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
  })

  test('ends after a day', async () => {
    const query = await linkFor(newAddress())
    clock.advance(24 * 3600 + 1)
    expect((await create(query)).status).toBe(400)
  })

  test('an older one stops working when a newer is mailed', async () => {
    const email = newAddress()
    const older = await linkFor(email)
    const newer = await linkFor(email, 2)
    expect((await create(older)).status).toBe(400)
    expect((await create(newer)).status).toBe(201)
  })

  test('proves its own address and no other, and stays good after a refusal', async () => {
    const query = await linkFor(newAddress())
    const other = await create(query, { email: newAddress() })
    expect(other.body.error.fields).toEqual({ email: ['The link was sent to another address.'] })
    expect(
      (await create(query, { invite_id: '7e3a8a90-0000-4000-8000-000000000000' })).status,
    ).toBe(400)
    expect((await create(query, { token: randomToken() })).status).toBe(400)
    expect((await create(query)).status).toBe(201)
  })

  test('AUTH-018 an address that got an account in the meantime is named', async () => {
    const email = newAddress()
    const query = await linkFor(email)
    await make.person({ email })
    const answer = await create(query)
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields).toEqual({ email: ['email already exists'] })
  })

  test.each([
    ['AUTH-019', 'elevenchars', 'Password must be at least 12 characters long'],
    ['AUTH-021', undefined, 'Password cannot be empty'],
    [
      'a password everybody uses is refused:',
      'Password1234',
      'This password is too common. Please choose another one.',
    ],
  ])('%s %j', async (_, given, message) => {
    const query = await linkFor(newAddress())
    const answer = await create(query, { password: given })
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields).toEqual({ password: [message] })
  })

  test('AUTH-019 exactly twelve characters are accepted', async () => {
    const query = await linkFor(newAddress())
    expect((await create(query, { password: 'kT9#qLm2$xPz' })).status).toBe(201)
  })

  test('without any link there is no account on a server that has people', async () => {
    const email = newAddress()
    const answer = await create(new URLSearchParams({ email }))
    expect(answer.status).toBe(403)
    expect(await readUser(database, email)).toBeUndefined()
  })
})

describe('an invite to an organization', () => {
  const invited = async (hours = 1) => {
    const { organization, environment } = await make.world()
    const [email, token] = [newAddress(), randomToken()]
    const inviteId = await insertInvite(database, {
      organizationId: organization.id,
      email,
      tokenHash: hashToken(token),
      expiresAt: new Date(clock.now().getTime() + hours * 3_600_000),
      environmentIds: [environment.id],
    })
    return {
      organization,
      environment,
      query: new URLSearchParams({ invite: inviteId, token, email }),
    }
  }

  test('AUTH-015 makes the account and the membership together', async () => {
    const { organization, environment, query } = await invited()
    const made = await create(query)
    expect(made.status).toBe(201)
    expect(made.body.data.organization.id).toBe(organization.id)
    expect(made.body.data.current_environment.id).toBe(environment.id)
    expect(await listMemberships(database, made.body.data.current_user.id)).toEqual([
      { organization_id: organization.id, admin: false },
    ])
  })

  test('needs its secret and its address, and ends', async () => {
    const { query } = await invited()
    expect((await create(query, { token: randomToken() })).status).toBe(400)
    expect((await create(query, { token: null })).status).toBe(403)
    expect((await create(query, { email: newAddress() })).status).toBe(400)
    const late = await invited(-1)
    expect((await create(late.query)).status).toBe(400)
  })
})

describe('captcha and options', () => {
  test('AUTH-024 without a configured key a captcha token is ignored', async () => {
    const email = newAddress()
    const answer = await call('/ui/v1/signup', {
      body: { invite: { email } },
      headers: { 'x-captcha-token': 'anything', 'x-forwarded-for': newIp() },
    })
    expect(answer.status).toBe(204)
    const { data } = (await call('/ui/v1/sign-in-options')).body
    expect(data).toEqual({
      github: false,
      captcha: null,
      password_length_min: 12,
      has_session: false,
      sends_mail: false,
      first_visit: false,
      marketing: false,
      demo: null,
    })
  })
})
