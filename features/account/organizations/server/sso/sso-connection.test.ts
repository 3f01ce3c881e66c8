import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { aFactory, type TestPerson } from '@playhead/testing/factories.ts'
import { countRows, readChanges, readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { organizationsServer } from '../index.ts'

const { app, call, database, logLines } = await startTestApp([organizationsServer], {
  settings: { PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1' },
})
const make = aFactory(database)

/** Two providers on one port, distinguished by path; any other path is not a provider. */
const provider = createServer((request, response) => {
  const path = /^(\/(?:one|two))\/\.well-known\/openid-configuration$/.exec(request.url ?? '')?.[1]
  if (!path) return response.writeHead(404).end()
  const issuer = `${address}${path}`
  response.setHeader('content-type', 'application/json')
  return response.end(
    JSON.stringify({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
  )
})
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
afterAll(() => new Promise((resolve) => provider.close(resolve)))
const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
const secret = 'the secret of the client'

const setUp = async () => {
  const world = await make.world()
  return {
    ...world,
    asAdmin: { as: world.admin, organization: world.organization },
    asMember: { as: world.member, organization: world.organization },
    domain: `${world.organization.id.slice(0, 8)}.example.com`,
  }
}
type World = Awaited<ReturnType<typeof setUp>>

const save = ({ asAdmin, domain }: World, given: Record<string, unknown> = {}) =>
  call('/ui/v1/organization/sso', {
    ...asAdmin,
    method: 'PUT',
    body: {
      sso_connection: {
        issuer: `${address}/one`,
        client_id: 'playhead',
        client_secret: secret,
        email_domains: [domain],
        required: false,
        ...given,
      },
    },
  })

const comesThroughProvider = async (person: TestPerson, organization: { id: string }) => {
  const where = { id: person.sessionId }
  await setColumn(database, 'sessions', 'method', 'sso', where)
  await setColumn(database, 'sessions', 'sso_organization_id', organization.id, where)
}
const stored = async ({ organization }: World) =>
  (await readRows(database, 'sso_connections', { organization_id: organization.id }))[0]

describe('200 and 204', () => {
  test('a provider that answers is stored, its secret sealed and never shown', async () => {
    const world = await setUp()
    expect((await call('/ui/v1/organization/sso', world.asAdmin)).body).toEqual({ data: null })
    const domains = [world.domain.toUpperCase(), world.domain]
    const saved = await save(world, { email_domains: domains })
    expect(saved.status).toBe(200)
    expect(saved.body.data).toEqual({
      id: expect.any(String),
      issuer: `${address}/one`,
      client_id: 'playhead',
      email_domains: [world.domain],
      required: false,
    })
    expect((await call('/ui/v1/organization/sso', world.asAdmin)).body).toEqual(saved.body)
    const row = await stored(world)
    expect(app.vault.open(String(row?.['client_secret_sealed']))).toBe(secret)
    const changes = await readChanges(database, world.organization.id)
    expect(changes).toMatchObject([{ action: 'sso_connection.created' }])
    expect(JSON.stringify([row, changes, logLines])).not.toContain(secret)
  })

  test('a secret that is left out stays the one that is stored', async () => {
    const world = await setUp()
    await save(world)
    const saved = await save(world, { client_secret: undefined, email_domains: [] })
    expect(saved).toMatchObject({ status: 200, body: { data: { email_domains: [] } } })
    expect(app.vault.open(String((await stored(world))?.['client_secret_sealed']))).toBe(secret)
  })

  test('AUTH-041 an admin who came through the provider can require it, and then everybody must', async () => {
    const world = await setUp()
    const { admin, organization, asAdmin, asMember, member } = world
    await save(world)
    await comesThroughProvider(admin, organization)
    const saved = await save(world, { required: true })
    expect(saved).toMatchObject({ status: 200, body: { data: { required: true } } })
    expect((await call('/ui/v1/organization', asAdmin)).status).toBe(200)
    expect(await call('/ui/v1/organization', asMember)).toMatchObject({
      status: 401,
      body: { error: { type: 'unauthenticated_organization' } },
    })
    const [listed] = (await call('/ui/v1/organizations', { as: member })).body.data
    expect(listed).toMatchObject({
      name: organization.name,
      authenticated: false,
      properties: [],
      account_notifications: [],
    })
  })

  test('another provider makes everybody who came through the old one sign in again', async () => {
    const world = await setUp()
    await save(world)
    await comesThroughProvider(world.admin, world.organization)
    expect((await call('/ui/v1/organization', world.asAdmin)).status).toBe(200)
    expect((await save(world, { issuer: `${address}/two` })).status).toBe(200)
    const sessions = { sso_organization_id: world.organization.id }
    expect(await countRows(database, 'sessions', sessions)).toBe(0)
    expect((await call('/ui/v1/organization', world.asAdmin)).status).toBe(401)
  })

  test('removing it opens the organization to every way of signing in', async () => {
    const world = await setUp()
    await save(world)
    await setColumn(database, 'sso_connections', 'required', true, {
      organization_id: world.organization.id,
    })
    await comesThroughProvider(world.admin, world.organization)
    const removed = await call('/ui/v1/organization/sso', { ...world.asAdmin, method: 'DELETE' })
    expect(removed.status).toBe(204)
    expect(await stored(world)).toBeUndefined()
    expect((await call('/ui/v1/organization', world.asMember)).status).toBe(200)
    expect((await readChanges(database, world.organization.id)).at(-1)).toMatchObject({
      action: 'sso_connection.deleted',
    })
  })
})

describe('400', () => {
  test.each([
    ['is no address', 'nowhere', 'URL does not appear to be valid'],
    ['does not answer', 'http://127.0.0.1:1', 'The single sign-on provider'],
    ['is no provider', `${address}/nothing`, 'The single sign-on provider'],
  ])('an issuer that %s is not stored', async (_, issuer, message) => {
    const world = await setUp()
    const refused = await save(world, { issuer })
    expect(refused.status).toBe(400)
    expect(refused.body.error.fields.issuer).toEqual([expect.stringContaining(message)])
    expect(await stored(world)).toBeUndefined()
    expect(await readChanges(database, world.organization.id)).toEqual([])
  })

  test('single sign-on can be required only from a session that came through it', async () => {
    const world = await setUp()
    const message = 'Sign in through this provider yourself before you require single sign-on.'
    const first = await save(world, { required: true })
    expect(first.body.error?.fields).toEqual({ required: [message] })
    expect(await stored(world)).toBeUndefined()
    await save(world)
    expect((await save(world, { required: true })).status).toBe(400)
    await comesThroughProvider(world.admin, world.organization)
    const other = await save(world, { required: true, issuer: `${address}/two` })
    expect(other.body.error?.fields).toEqual({ required: [message] })
    expect(await stored(world)).toMatchObject({ required: false, issuer: `${address}/one` })
  })

  test('a stored secret is not sent to another provider', async () => {
    const world = await setUp()
    const missing = { client_secret: ['Client secret is required'] }
    const first = await save(world, { client_secret: undefined })
    expect(first.body.error?.fields).toEqual(missing)
    await save(world)
    const other = await save(world, { client_secret: undefined, issuer: `${address}/two` })
    expect(other.body.error?.fields).toEqual(missing)
    expect(await stored(world)).toMatchObject({ issuer: `${address}/one` })
  })

  test('an address leads to one provider: the domain of another organization is taken', async () => {
    const world = await setUp()
    await save(world)
    const second = await setUp()
    const refused = await save(second, { email_domains: [world.domain.toUpperCase()] })
    expect(refused.status).toBe(400)
    expect(refused.body.error.fields).toHaveProperty('email_domains')
    expect(await stored(second)).toBeUndefined()
  })

  test('only one of several organizations that list the same domain at once gets it', async () => {
    const worlds = await Promise.all([setUp(), setUp(), setUp()])
    const domain = `shared.${worlds[0].domain}`
    const answers = await Promise.all(
      worlds.map((world) => save(world, { email_domains: [domain] })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  })
})

test('401 and 403 single sign-on is for admins to see and to change', async () => {
  const world = await setUp()
  await save(world)
  const asMember = { ...world, asAdmin: world.asMember }
  const { organization } = world
  const answers = [
    await call('/ui/v1/organization/sso', { organization }),
    await call('/ui/v1/organization/sso', world.asMember),
    await save(asMember, { client_id: 'taken over' }),
    await call('/ui/v1/organization/sso', { ...world.asMember, method: 'DELETE' }),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([401, 403, 403, 403])
  expect(await stored(world)).toMatchObject({ client_id: 'playhead' })
})

test('404 there is nothing to remove', async () => {
  const world = await setUp()
  const stranger = await setUp()
  await save(stranger)
  const answer = await call('/ui/v1/organization/sso', { ...world.asAdmin, method: 'DELETE' })
  expect(answer.status).toBe(404)
  expect(await stored(stranger)).toBeDefined()
})
