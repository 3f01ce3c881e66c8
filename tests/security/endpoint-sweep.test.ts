import { describe, expect, test } from 'vitest'
import { nothing } from '@playhead/contract-kit/define.ts'
import type { Endpoint } from '@playhead/contract-kit/endpoint.ts'
import { type Scope, scopes } from '@playhead/domain/scopes.ts'
import { aFactory, type TestPerson } from '@playhead/testing/factories.ts'
import { type TestCall, startTestApp } from '@playhead/testing/test-app.ts'
import { features } from '../../apps/server/features.ts'
import { countRows } from './sweep.sql.ts'
import { makeTenant } from './tenant.ts'
import {
  addressOf,
  placesOf,
  plainIdsOf,
  referencesOf,
  replaced,
  sampleOf,
} from './sample-input.ts'

const { call, database } = await startTestApp(features, {
  settings: { PLAYHEAD_BILLING: 'test' },
})
const make = aFactory(database)

const own = await makeTenant(database)
const foreign = await makeTenant(database)
const staff = await make.person({ isStaff: true })
const outsider = await make.person()

const implemented = features.flatMap((feature) =>
  feature.endpoints.map(({ name, endpoint }) => ({ id: `${feature.name}.${name}`, endpoint })),
)

const queryOf = (endpoint: Endpoint) => {
  if (endpoint.query === nothing) return ''
  const sample = sampleOf(endpoint.query, own.objects) as Record<string, unknown>
  const pairs = Object.entries(sample).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  return `?${new URLSearchParams(pairs).toString()}`
}

interface Sweep {
  params?: Record<string, string>
  query?: string
  body?: unknown
}

const send = (endpoint: Endpoint, given: TestCall, { params, query, body }: Sweep = {}) => {
  const sample = sampleOf(endpoint.params, own.objects) as Record<string, string>
  const hasBody = endpoint.body !== nothing
  return call(addressOf(endpoint, params ?? sample, query ?? queryOf(endpoint)), {
    method: endpoint.method,
    ...(hasBody && { body: body === undefined ? sampleOf(endpoint.body, own.objects) : body }),
    ...given,
  })
}

/** A caller with access to the endpoint. */
const rightful = (endpoint: Endpoint): TestCall => {
  const place = { organization: own.organization, environment: own.environment }
  if (endpoint.access.kind === 'token') return { token: own.token }
  if (endpoint.access.kind === 'staff') return { as: staff }
  if (endpoint.access.kind === 'anyone') return {}
  return { as: own.admin, ...place }
}

const as = (person: TestPerson): TestCall => ({
  as: person,
  organization: own.organization,
  environment: own.environment,
})

const closed = implemented.filter(({ endpoint }) => endpoint.access.kind !== 'anyone')
// Refused calls are logged; attempts and flows are counted.
const unwrittenTables = ['attempts', 'request_logs', 'sign_in_flows']

const before = await countRows(database, unwrittenTables)

test('the sweep sees every endpoint', () => {
  expect(implemented.length).toBeGreaterThan(40)
  expect(
    new Set(implemented.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)).size,
  ).toBe(implemented.length)
})

test('open endpoints are few, and each says why it is open', () => {
  const open = implemented.filter(({ endpoint }) => endpoint.access.kind === 'anyone')
  for (const { endpoint } of open)
    expect(endpoint.access).toMatchObject({ why: expect.stringMatching(/.{15,}/) })
  expect(
    open.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).toSorted(),
  ).toMatchSnapshot()
})

describe('without credentials', () => {
  test.each(closed)('$id answers 401', async ({ endpoint }) => {
    const answer = await send(endpoint, {})
    expect(answer.status).toBe(401)
    expect(answer.body.error.type).toBe('unauthorized')
    expect(answer.headers.get('x-request-id')).toBeTruthy()
  })
})

describe("with another tenant's ids", () => {
  const withReferences = closed
    .filter(({ endpoint }) => endpoint.access.kind !== 'token')
    .flatMap(({ id, endpoint }) => [
      ...referencesOf(endpoint.params).map((place) => ({
        id,
        endpoint,
        place,
        part: 'params' as const,
      })),
      ...referencesOf(endpoint.body).map((place) => ({
        id,
        endpoint,
        place,
        part: 'body' as const,
      })),
    ])

  test('every UUID in a path is a reference, so that it is replaced here', () => {
    const unknown = implemented.flatMap(({ id, endpoint }) =>
      plainIdsOf(endpoint.params).map(({ path }) => `${id} ${path.join('.')}`),
    )
    expect(unknown, 'use ref(…) of packages/contract-kit/reference.ts').toEqual([])
  })

  test('there are such endpoints', () => expect(withReferences.length).toBeGreaterThan(15))

  test.each(withReferences)('$id answers 404 for a foreign $place.kind in $part', async (given) => {
    const { endpoint, place, part } = given
    // Staff may access every organization; for them an id that does not exist is used.
    const id =
      endpoint.access.kind === 'staff'
        ? '00000000-0000-4000-8000-00000000dead'
        : foreign.objects[place.kind]
    const sample = sampleOf(endpoint[part], own.objects)
    const answer = await send(endpoint, rightful(endpoint), {
      [part]: replaced(sample, place.path, id),
    })
    expect(answer.status).toBe(404)
    expect(answer.body.error.type).toBe('not_found')
  })

  const members = closed.filter(({ endpoint }) =>
    ['organization', 'environment'].includes(endpoint.access.kind),
  )
  test.each(members)('$id answers 404 for a foreign organization header', async ({ endpoint }) => {
    const answer = await send(endpoint, {
      as: own.admin,
      organization: foreign.organization,
      environment: foreign.environment,
    })
    expect(answer.status).toBe(404)
  })
  test.each(members)(
    '$id answers 404 to a person without an organization',
    async ({ endpoint }) => {
      expect((await send(endpoint, as(outsider))).status).toBe(404)
    },
  )
})

describe('without the role or the scope', () => {
  const adminOnly = closed.filter(
    ({ endpoint }) => 'admin' in endpoint.access && endpoint.access.admin,
  )
  test('there are endpoints for admins only', () => expect(adminOnly.length).toBeGreaterThan(15))
  test.each(adminOnly)('$id answers 403 to a regular member', async ({ endpoint }) => {
    const answer = await send(endpoint, as(own.member))
    expect(answer.status).toBe(403)
    expect(answer.body.error.type).toBe('forbidden')
  })

  const staffOnly = closed.filter(({ endpoint }) => endpoint.access.kind === 'staff')
  test.each(staffOnly)('$id answers 403 to an admin who is not staff', async ({ endpoint }) => {
    expect((await send(endpoint, as(own.admin))).status).toBe(403)
  })

  const forPeople = closed.filter(({ endpoint }) =>
    ['user', 'organization', 'staff'].includes(endpoint.access.kind),
  )
  test.each(forPeople)('$id answers 403 to an access token', async ({ endpoint }) => {
    expect((await send(endpoint, { token: own.token })).status).toBe(403)
  })

  // What belongs to several products shows each token only what it may read; its tests are beside it.
  const scopedOnly = closed.filter(
    ({ endpoint }) => endpoint.access.kind === 'environment' && endpoint.access.scope !== 'any',
  )
  test.runIf(scopedOnly.length > 0).each(scopedOnly)(
    '$id answers 403 to a token without its scope',
    async ({ endpoint }) => {
      const { scope } = endpoint.access as { scope: Scope }
      const others = scopes.filter((one) => one.split(':')[0] !== scope.split(':')[0])
      const token = await make.accessToken(own.environment, others)
      expect((await send(endpoint, { token })).status).toBe(403)
    },
  )
})

describe('with a malformed body', () => {
  const withBody = implemented.filter(({ endpoint }) => endpoint.body !== nothing)
  test('there are endpoints with a body', () => expect(withBody.length).toBeGreaterThan(20))

  test.each(withBody)('$id answers 400 to what is not JSON', async ({ endpoint }) => {
    const answer = await send(endpoint, rightful(endpoint), { body: '{"half":' })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatchObject({
      type: 'invalid_parameters',
      fields: { body: expect.any(Array) },
    })
  })

  const places = withBody.flatMap(({ id, endpoint }) =>
    placesOf(endpoint.body)
      .filter((place) => !['unknown', 'any'].includes(place.schema._zod.def.type))
      .map((place) => ({ id, endpoint, place, name: place.path.join('.') })),
  )
  test.each(places)('$id answers 400 that names $name', async ({ endpoint, place }) => {
    const sample = sampleOf(endpoint.body, own.objects)
    const wrong = { of: ['a', 'wrong', 'type'] }
    const body = replaced(
      sample,
      place.path,
      ['object', 'record'].includes(place.schema._zod.def.type) ? 'text' : wrong,
    )
    const answer = await send(endpoint, rightful(endpoint), { body })
    expect(answer.status).toBe(400)
    const named = place.path.filter((part) => part !== '0').at(-1)!
    expect(answer.body.error.fields).toHaveProperty(named)
  })
})

describe('with a malformed query', () => {
  const paged = implemented.filter(({ endpoint }) =>
    placesOf(endpoint.query).some(({ path }) => path[0] === 'page'),
  )
  test.each(paged)('$id answers 400 that names page', async ({ endpoint }) => {
    const answer = await send(endpoint, rightful(endpoint), { query: '?page=zero' })
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields).toHaveProperty('page')
  })
})

describe('from elsewhere', () => {
  const writing = implemented.filter(({ endpoint }) => endpoint.method !== 'GET')
  test.each(writing)('$id refuses a page of another origin', async ({ endpoint }) => {
    const foreignPage = { headers: { origin: 'https://elsewhere.example' } }
    expect((await send(endpoint, { ...rightful(endpoint), ...foreignPage })).body.error.type).toBe(
      'request_not_trusted',
    )
    const form = { headers: { 'x-requested-with': '' } }
    expect((await send(endpoint, { ...rightful(endpoint), ...form })).status).toBe(403)
  })
})

test('nothing else happened: every table has the rows it had', async () => {
  const after = await countRows(database, unwrittenTables)
  expect({ ...after, access_tokens: before.access_tokens }).toEqual(before)
})
