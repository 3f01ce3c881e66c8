import { describe, expect, test } from 'vitest'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { readChanges } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aBrowser } from '@playhead/testing/test-browser.ts'
import {
  listChanges,
  countRows,
  setDisabled,
  insertPasskey,
  readUser,
} from '../testing-rows.sql.ts'
import { type GithubPerson, startGithubStandIn } from './testing-github.ts'

const client = { id: 'github-client', secret: 'github-secret' }
const github = await startGithubStandIn(client)
const server = await startTestApp([signInServer], {
  settings: {
    PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1',
    PLAYHEAD_TRUST_PROXY: '1',
    GITHUB_CLIENT_ID: client.id,
    GITHUB_CLIENT_SECRET: client.secret,
    GITHUB_URL: github.url,
    GITHUB_API_URL: github.url,
  },
})
const { call, clock, database } = server
const make = aFactory(database)
let count = 0

const address = (email: string, verified = true) => ({ email, verified, primary: false })
const somebody = (...emails: GithubPerson['emails']): GithubPerson => ({
  id: (count += 1),
  name: 'Ada King Byron',
  emails,
})
const newEmail = () => `ada${(count += 1)}@example.com`

const failedSignIns = async (organizationId: string) =>
  (await readChanges(database, organizationId)).filter(
    ({ action }) => action === 'user.sign_in_failed',
  )

const begin = async (own: ReturnType<typeof aBrowser>, next?: string) =>
  (
    await own.send('/ui/v1/session/github/start', {
      body: { session: { next } },
      headers: { 'x-forwarded-for': `198.51.100.${count % 250}` },
    })
  ).body.data.authorize_url as string

const arrive = async (person: GithubPerson, own = aBrowser(server), next?: string) => {
  const returned = github.agree(await begin(own, next), person)
  return {
    own,
    returned,
    answer: await own.send('/ui/v1/session/github', { body: { session: returned } }),
  }
}

describe('signing in with GitHub', () => {
  test('opens no session for a person with a second factor, who is asked for it', async () => {
    const person = somebody(address(newEmail()))
    await arrive(person)
    await insertPasskey(database, (await readUser(database, person.emails[0]!.email))!.id)
    const { own, answer } = await arrive(person, aBrowser(server), '/account/profile')
    expect(answer.body.data).toMatchObject({
      session: null,
      second_factor: { methods: ['passkey', 'recovery_code'] },
      next: '/account/profile',
    })
    expect(await own.isSignedIn()).toBe(false)
  })

  test('a cookie with a foreign secret is replaced by a new one', async () => {
    const own = aBrowser(server)
    own.cookies.set('playhead_sign_in', 'planted%0d%0ax: y')
    await begin(own)
    expect(own.cookies.get('playhead_sign_in')).toMatch(/^[\w-]{43}$/)
    const kept = own.cookies.get('playhead_sign_in')
    await begin(own)
    expect(own.cookies.get('playhead_sign_in')).toBe(kept)
  })

  test('AUTH-009 AUTH-010 a new person gets an account under the one confirmed address, and has it again the next time', async () => {
    const email = newEmail()
    const person = somebody(address(email.toUpperCase()), address('unconfirmed@example.com', false))
    const { own, answer } = await arrive(person, aBrowser(server), '/data')
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({ addresses: [], ticket: null, next: '/data' })
    expect(answer.body.data.session.current_user).toMatchObject({
      email,
      first_name: 'Ada',
      last_name: 'King Byron',
      oauth_login: true,
      internal: false,
    })
    expect(await own.isSignedIn()).toBe(true)
    const users = await countRows(database, 'users')
    const moved = { ...person, emails: [address(newEmail())] }
    const again = await arrive(moved)
    expect(again.answer.body.data.session.current_user.email).toBe(email)
    expect(await countRows(database, 'users')).toBe(users)
  })

  test('AUTH-009 an account under the confirmed address is the same person', async () => {
    const owner = await make.person({ email: newEmail(), password: 'seven green lanterns' })
    const { answer } = await arrive(somebody(address(owner.email)))
    expect(answer.body.data.session.current_user).toMatchObject({
      id: owner.id,
      oauth_login: false,
    })
    expect((await aBrowser(server).signIn(owner.email, 'seven green lanterns')).status).toBe(201)
    expect(await listChanges(database, owner.id)).toMatchObject([{ action: 'user.github_linked' }])
  })

  test('an address that GitHub has not confirmed opens no account', async () => {
    const owner = await make.person({ email: newEmail() })
    const { own, answer } = await arrive(somebody(address(owner.email, false)))
    expect(answer.status).toBe(400)
    expect(answer.body.error.messages).toEqual([
      'Your GitHub account has no confirmed e-mail address.',
    ])
    expect(await own.isSignedIn()).toBe(false)
  })

  test('a disabled account stays out, by address and by GitHub account', async () => {
    const owner = await make.person({ email: newEmail() })
    await setDisabled(database, owner.id)
    expect((await arrive(somebody(address(owner.email)))).answer.status).toBe(402)
    const known = somebody(address(newEmail()))
    const { answer } = await arrive(known)
    await setDisabled(database, answer.body.data.session.current_user.id)
    expect((await arrive(known)).answer.status).toBe(402)
  })

  test('a member who is refused at GitHub is a failed sign-in of their organization', async () => {
    const { organization, member } = await make.world()
    await setDisabled(database, member.id)
    expect((await arrive(somebody(address(member.email)))).answer.status).toBe(402)
    await expect
      .poll(() => failedSignIns(organization.id))
      .toMatchObject([
        {
          actor_kind: 'unknown',
          subject_id: member.id,
          detail: { method: 'github' },
        },
      ])
  })

  test('is offered where it is configured', async () => {
    expect((await call('/ui/v1/sign-in-options')).body.data.github).toBe(true)
  })
})

describe('several confirmed addresses', () => {
  const several = async () => {
    const emails = [newEmail(), newEmail()]
    const person = somebody(...emails.map((email) => address(email)))
    const { own, answer } = await arrive(person, aBrowser(server), '/video')
    const { ticket } = answer.body.data
    const choose = (email: string, by = own) =>
      by.send('/ui/v1/session/email', { body: { session: { ticket, email } } })
    return { emails, own, answer, choose, person }
  }

  test('AUTH-011 are shown to choose from, and the chosen one continues the sign-in', async () => {
    const { emails, own, answer, choose, person } = await several()
    expect(answer.body.data).toEqual({
      session: null,
      second_factor: null,
      addresses: emails,
      ticket: expect.any(String),
      next: '/video',
    })
    expect(await own.isSignedIn()).toBe(false)
    const chosen = await choose(emails[1]!.toUpperCase())
    expect(chosen.body.data).toMatchObject({ next: '/video', addresses: [], ticket: null })
    expect(chosen.body.data.session.current_user.email).toBe(emails[1])
    expect(await readUser(database, emails[0]!)).toBeUndefined()
    const again = await arrive(person)
    expect(again.answer.body.data.session.current_user.email).toBe(emails[1])
  })

  test('AUTH-011 an address that is not among them is refused, and so is a ticket in another browser, used or late', async () => {
    const victim = await make.person({ email: newEmail() })
    const first = await several()
    expect((await first.choose(victim.email)).status).toBe(401)
    const second = await several()
    expect((await second.choose(second.emails[0]!, aBrowser(server))).status).toBe(401)
    const third = await several()
    expect((await third.choose(third.emails[0]!)).status).toBe(200)
    expect((await third.choose(third.emails[0]!)).status).toBe(401)
    const fourth = await several()
    clock.advance(601)
    expect((await fourth.choose(fourth.emails[0]!)).status).toBe(401)
  })
})

describe('the way there and back', () => {
  test('asks GitHub for the addresses, bound by state and PKCE', async () => {
    const url = new URL(await begin(aBrowser(server)))
    expect(`${url.origin}${url.pathname}`).toBe(`${github.url}/login/oauth/authorize`)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: client.id,
      redirect_uri: 'http://localhost:4000/login/github',
      scope: 'read:user user:email',
      code_challenge_method: 'S256',
    })
    expect(url.search).not.toContain(client.secret)
  })

  test('works once, in the browser that began it, and only with the code GitHub gave', async () => {
    const email = newEmail()
    const { own, returned } = await arrive(somebody(address(email)))
    const finish = (by: ReturnType<typeof aBrowser>, session: Record<string, unknown>) =>
      by.send('/ui/v1/session/github', { body: { session } })
    expect((await finish(own, returned)).status).toBe(401)
    const attacker = aBrowser(server)
    const lure = github.agree(await begin(attacker), somebody(address(newEmail())))
    expect((await finish(aBrowser(server), lure)).status).toBe(401)
    const wrong = aBrowser(server)
    const { state } = github.agree(await begin(wrong), somebody(address(newEmail())))
    const refused = await finish(wrong, { code: 'made-up', state })
    expect(refused.status).toBe(401)
    expect(await wrong.isSignedIn()).toBe(false)
  })

  test('a server without GitHub has no such way', async () => {
    const plain = await startTestApp([signInServer])
    const answer = await plain.call('/ui/v1/session/github/start', { body: { session: {} } })
    expect(answer.status).toBe(404)
  })
})
