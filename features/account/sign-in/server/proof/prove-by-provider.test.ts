import { describe, expect, test } from 'vitest'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import { profileServer } from '@playhead/features/account/profile/server'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aBrowser } from '@playhead/testing/test-browser.ts'
import { type GithubPerson, startGithubStandIn } from '../providers/testing-github.ts'
import { type ProviderAccount, startProvider } from '../providers/testing-oidc.ts'
import { insertSsoConnection } from '../testing-rows.sql.ts'

const client = { id: 'github-client', secret: 'github-secret' }
const github = await startGithubStandIn(client)
const server = await startTestApp([signInServer, profileServer, organizationsServer], {
  settings: {
    PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1',
    GITHUB_CLIENT_ID: client.id,
    GITHUB_CLIENT_SECRET: client.secret,
    GITHUB_URL: github.url,
    GITHUB_API_URL: github.url,
  },
})
const { app, clock, database } = server
const make = aFactory(database)
const provider = await startProvider({ redirectUri: `${app.settings.publicUrl}/login/sso` })
const password = 'seven green lanterns'
let count = 0
const unique = (word: string) => `${word}${(count += 1)}`

type Browser = ReturnType<typeof aBrowser>

const somebody = (): GithubPerson => ({
  id: (count += 1),
  name: 'Ada Byron',
  emails: [{ email: `${unique('ada')}@example.com`, verified: true, primary: true }],
})

const isProven = async (own: Browser) => {
  const { id, email } = (await own.send('/ui/v1/session')).body.data.current_user
  const answer = await own.send(`/ui/v1/users/${id}`, {
    method: 'PUT',
    body: { user: { email: `${unique('new')}-${email}` } },
  })
  return answer.body.error?.type !== 'proof_required'
}

const startProof = async (own: Browser, kind: 'github' | 'sso', next?: string) =>
  (await own.send('/ui/v1/session/proof/provider', { body: { proof: { kind, next } } })).body.data
    .authorize_url as string

const finish = (own: Browser, kind: 'github' | 'sso', session: Record<string, unknown>) =>
  own.send(`/ui/v1/session/${kind}`, { body: { session } })

/** Makes the last proof a quarter of an hour old; the providers use the real clock. */
const outdate = (userId: string) =>
  setColumn(database, 'sessions', 'proved_at', new Date(Date.now() - 900_000), {
    user_id: userId,
  })

const enterByGithub = async (own: Browser, person: GithubPerson) => {
  const start = await own.send('/ui/v1/session/github/start', { body: { session: {} } })
  const back = github.agree(start.body.data.authorize_url, person)
  const { session } = (await finish(own, 'github', back)).body.data
  await outdate(session.current_user.id)
}

/** A person without a password, whose last proof is too old. */
const throughGithub = async () => {
  const own = aBrowser(server)
  const person = somebody()
  await enterByGithub(own, person)
  return { own, person }
}

describe('through GitHub', () => {
  test('a person without a password proves by going there, and comes back to where they were', async () => {
    const { own, person } = await throughGithub()
    expect(await isProven(own)).toBe(false)
    expect((await own.send('/ui/v1/session/proof')).body.data.kinds).toEqual(['github'])
    const answer = await finish(
      own,
      'github',
      github.agree(await startProof(own, 'github', '/account/profile'), person),
    )
    expect(answer.body.data).toMatchObject({ next: '/account/profile', ticket: null })
    expect(answer.body.data.session.current_user.email).toBe(person.emails[0]!.email)
    expect(await isProven(own)).toBe(true)
  })

  test('another GitHub account proves nothing and signs no one in', async () => {
    const { own, person } = await throughGithub()
    for (const other of [(await throughGithub()).person, somebody()]) {
      const back = github.agree(await startProof(own, 'github'), other)
      expect((await finish(own, 'github', back)).status).toBe(403)
    }
    const { data } = (await own.send('/ui/v1/session')).body
    expect(data.current_user.email).toBe(person.emails[0]!.email)
    expect(await isProven(own)).toBe(false)
  })

  test('a proof that was begun in one session is worth nothing in another', async () => {
    const { own, person } = await throughGithub()
    const back = github.agree(await startProof(own, 'github'), person)
    await enterByGithub(own, person)
    expect((await finish(own, 'github', back)).status).toBe(401)
    expect(await isProven(own)).toBe(false)
  })
})

/** An organization with single sign-on, and its admin, who signed in through it. */
const throughSso = async () => {
  const { organization } = await make.world()
  const domain = `${unique('company')}.example`
  await insertSsoConnection(database, organization.id, {
    issuer: provider.issuer,
    clientId: provider.client.id,
    sealedSecret: app.vault.seal(provider.client.secret),
    domains: [domain],
  })
  const account: ProviderAccount = {
    sub: unique('subject'),
    email: `${unique('ada')}@${domain}`,
    email_verified: true,
  }
  const own = aBrowser(server)
  const enter = async (by: Browser, who = account) => {
    const body = { session: { organization_id: organization.id } }
    const start = await by.send('/ui/v1/session/sso/start', { body })
    return finish(by, 'sso', await provider.visit(start.body.data.authorize_url, who))
  }
  const { session } = (await enter(own)).body.data
  const person = { id: session.current_user.id as string }
  await setColumn(database, 'memberships', 'admin', true, { user_id: person.id })
  await outdate(person.id)
  return { organization, own, account, enter, domain }
}

const removeSso = async (own: Browser, organization: { id: string }) =>
  (await own.send('/ui/v1/organization/sso', { method: 'DELETE', organization })).status

describe('through the provider of an organization', () => {
  test('its admin proves by going there, and is asked there again', async () => {
    const { organization, own, account } = await throughSso()
    expect(await removeSso(own, organization)).toBe(403)
    expect((await own.send('/ui/v1/session/proof')).body.data.kinds).toEqual(['sso'])
    const url = await startProof(own, 'sso', '/account/organization')
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      prompt: 'login',
      max_age: '0',
    })
    const answer = await finish(own, 'sso', await provider.visit(url, account))
    expect(answer.body.data.next).toBe('/account/organization')
    expect(await removeSso(own, organization)).toBe(204)
  })

  test('another account there proves nothing', async () => {
    const { organization, own, domain } = await throughSso()
    const other = { sub: unique('subject'), email: `eve@${domain}`, email_verified: true }
    const back = await provider.visit(await startProof(own, 'sso'), other)
    expect((await finish(own, 'sso', back)).status).toBe(403)
    expect(await removeSso(own, organization)).toBe(403)
  })

  test('entering an organization proves nothing for a person with a password', async () => {
    const { organization, enter, domain } = await throughSso()
    const email = `${unique('grace')}@${domain}`
    const person = await make.person({ email, password })
    await make.membership(organization, person, { isAdmin: true })
    const own = aBrowser(server)
    await own.signIn(email, password)
    await outdate(person.id)
    const entered = await enter(own, { sub: unique('subject'), email, email_verified: true })
    expect(entered.status).toBe(200)
    expect(await isProven(own)).toBe(false)
    expect((await own.send('/ui/v1/session/proof')).body.data.kinds).toEqual(['password'])
  })

  test('a person who signed in with GitHub and entered the organization still proves at GitHub', async () => {
    const { enter, organization, domain } = await throughSso()
    const email = `${unique('lin')}@${domain}`
    const person = { ...somebody(), emails: [{ email, verified: true, primary: true }] }
    const own = aBrowser(server)
    await enterByGithub(own, person)
    const { id } = (await own.send('/ui/v1/session')).body.data.current_user
    await make.membership(organization, { id }, { isAdmin: true })
    await enter(own, { sub: unique('subject'), email, email_verified: true })
    const back = github.agree(await startProof(own, 'github'), person)
    expect((await finish(own, 'github', back)).status).toBe(200)
    expect(await isProven(own)).toBe(true)
  })

  test('a provider that asked more than ten minutes ago proves nothing', async () => {
    const { organization, own, account } = await throughSso()
    clock.advance(11 * 60)
    const back = await provider.visit(await startProof(own, 'sso'), account)
    expect((await finish(own, 'sso', back)).status).toBe(401)
    expect(await removeSso(own, organization)).toBe(403)
  })
})
