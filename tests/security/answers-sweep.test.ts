import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { nothing } from '@playhead/contract-kit/define.ts'
import type { AnySchema, Endpoint } from '@playhead/contract-kit/endpoint.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { type TestCall, startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { features } from '../../apps/server/features.ts'
import { addressOf, definitionOf, isRequired, sampleOf, sampleText } from './sample-input.ts'
import { insertPasskey, readAllRows } from './sweep.sql.ts'
import { insertObjectsOf, makeTenant } from './tenant.ts'

const clickhouse = await makeTestClickHouse()
const { app, call, clock, database } = await startTestApp(features, {
  clickhouse,
  // In this mode every endpoint answers.
  settings: { PLAYHEAD_BILLING: 'test' },
})
// What is of now when the sweep begins must be so at its end, which on a busy machine is minutes later.
const begun = clock.now()
clock.now = () => begun
const make = aFactory(database)

const own = await makeTenant(database)
const staff = await make.person({ isStaff: true })
const outsider = await make.person()

interface Caller {
  name: string
  call: TestCall
  userId?: string
  organizationId?: string
}

const here = { organization: own.organization, environment: own.environment }
const ofTenant = { organizationId: own.organization.id }
const callers: Caller[] = [
  { name: 'an admin', call: { as: own.admin, ...here }, userId: own.admin.id, ...ofTenant },
  { name: 'a member', call: { as: own.member, ...here }, userId: own.member.id, ...ofTenant },
  { name: 'a token', call: { token: own.token }, ...ofTenant },
  { name: 'somebody of no organization', call: { as: outsider, ...here }, userId: outsider.id },
  { name: 'staff', call: { as: staff, ...here }, userId: staff.id },
]

// Excluded: endpoints of staff return the data of all tenants, and public ones have no caller.
const reading = features
  .flatMap((feature) => feature.endpoints.map(({ endpoint }) => ({ id: endpoint.path, endpoint })))
  .filter(({ endpoint }) => endpoint.method === 'GET')
  .filter(({ endpoint }) => !['anyone', 'staff'].includes(endpoint.access.kind))

const ownView = randomUUID()
/** Values for texts that the contract does not restrict. */
const openTexts: Record<string, string> = {
  id: ownView,
  metric: 'video_startup_time',
  dimension: 'country',
}

const sampled = (schema: AnySchema) => {
  const sample = schema === nothing ? {} : (sampleOf(schema, own.objects) as object)
  return Object.entries(sample).map(([name, value]): [string, string[]] => [
    name,
    [value].flat().map((one) => (one === sampleText ? openTexts[name] : undefined) ?? String(one)),
  ])
}

const ask = ({ endpoint }: { endpoint: Endpoint }, caller: Caller, place = {}) => {
  const params = sampled(endpoint.params).map(([name, [value]]) => [name, value!])
  const query = new URLSearchParams(place)
  const fields = definitionOf(endpoint.query).shape ?? {}
  for (const [name, values] of sampled(endpoint.query))
    if (!query.has(name) && isRequired({ path: [name], schema: fields[name]! }))
      for (const value of values) query.append(name, value)
  return call(addressOf(endpoint, Object.fromEntries(params), `?${query.toString()}`), caller.call)
}

/** Feeds return what happened after a position, so this one is before all objects of the others. */
const feeds = reading.filter(({ endpoint }) => {
  const { gap } = definitionOf(endpoint.returns).shape ?? {}
  return gap !== undefined && isRequired({ path: ['gap'], schema: gap })
})
const placeOf = async (feed: (typeof reading)[number]) =>
  [feed.id, { after: (await ask(feed, callers[0]!)).body.next as string }] as const
const places = new Map(await Promise.all(feeds.map(placeOf)))

const foreign = await makeTenant(database)
/** Another environment of the same organization. */
const neighbour = await make.environment(own.organization)
await insertObjectsOf(database, neighbour)
await insertObjectsOf(database, own.environment)
for (const person of [own.member, outsider, staff]) await insertPasskey(database, person.id)

/** Fills lists for which makeTenant inserts nothing, through the endpoint that creates what they contain. */
const fillList = async (one: (typeof reading)[number]) => {
  const create = features
    .flatMap((feature) => feature.endpoints.map(({ endpoint }) => endpoint))
    .find(({ method, path }) => method === 'POST' && path === one.id)
  if (!create || (await ask(one, callers[0]!)).body.data?.length !== 0) return
  for (const { tenant, environment } of [
    { tenant: own, environment: own.environment },
    { tenant: own, environment: neighbour },
    { tenant: foreign, environment: foreign.environment },
  ])
    await call(create.path, {
      method: 'POST',
      as: tenant.admin,
      organization: tenant.organization,
      environment,
      ...(create.body !== nothing && { body: sampleOf(create.body, tenant.objects) }),
    })
}
for (const one of reading) if (!one.id.includes(':')) await fillList(one)
/** A call for the log of each environment. */
for (const { tenant, environment } of [
  { tenant: own, environment: own.environment },
  { tenant: own, environment: neighbour },
  { tenant: foreign, environment: foreign.environment },
])
  await call('/system/v1/signing-keys', {
    method: 'POST',
    as: tenant.admin,
    organization: tenant.organization,
    environment,
  })
// The sweep itself asks for some that are missing, which is logged a moment later: so the log of a live stream is never empty.
for (const one of reading)
  if (one.id === '/video/v1/live-streams/:id/playback-ids/:playback_id') await ask(one, callers[2]!)
await app.requestLog.flush()

const views = await Promise.all(
  [own.environment, neighbour, foreign.environment].map((environment) => {
    const telling = {
      video_id: `video of ${environment.id}`,
      video_title: `Title of ${environment.id}`,
      viewer_id: `viewer of ${environment.id}`,
    }
    const first = environment === own.environment ? { view_id: ownView, country: 'DE' } : {}
    return aViewFactory(clickhouse, environment)(
      { country: environment.id, ...telling, ...first },
      { country: 'FR', ...telling },
    )
  }),
)
const rows = [
  ...(await readAllRows(database)),
  ...views.flat().map((row) => ({ table: 'views', row: { ...row } as Record<string, unknown> })),
]

const membersOf = (organizationId: string | undefined) =>
  rows
    .filter(({ table, row }) => table === 'memberships' && row.organization_id === organizationId)
    .map(({ row }) => row.user_id)
const environmentsOf = (organizationId: string | undefined) =>
  rows
    .filter(({ table, row }) => table === 'environments' && row.organization_id === organizationId)
    .map(({ row }) => row.id)

/** The owner of a row: an organization, an environment, a person, or none. */
const isOpenTo = (
  { table, row }: (typeof rows)[number],
  { userId, organizationId }: Caller,
  endpoint: Endpoint,
) => {
  const owner = table === 'organizations' ? row.id : row.organization_id
  if (owner) return owner === organizationId
  if (row.environment_id)
    return ['environment', 'token'].includes(endpoint.access.kind)
      ? organizationId !== undefined && row.environment_id === own.environment.id
      : environmentsOf(organizationId).includes(row.environment_id)
  if (table === 'users') return row.id === userId || membersOf(organizationId).includes(row.id)
  return row.user_id === undefined || row.user_id === userId
}

const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : []
}

/** Ids, and names and URLs that contain ids; other texts do not prove ownership. */
const isTelling = (text: string) => /[\da-f]{8}/.test(text)

const othersTexts = (caller: Caller, endpoint: Endpoint) => {
  const open = new Set<string>()
  const closed = new Set<string>()
  for (const one of rows)
    for (const text of textsOf(one.row).filter(isTelling))
      (isOpenTo(one, caller, endpoint) ? open : closed).add(text)
  return [...closed].filter((text) => !open.has(text))
}

const answered = new Set<string>()
const filled = new Set<string>()

describe.each(callers)('$name is told nothing of others', (caller) => {
  const known = new Map<string, string[]>()
  const textsFor = (endpoint: Endpoint) => {
    const { kind } = endpoint.access
    const texts = known.get(kind) ?? othersTexts(caller, endpoint)
    known.set(kind, texts)
    return texts
  }

  test.each(reading)('at $id', async (one) => {
    const { status, body } = await ask(one, caller, places.get(one.id))
    expect(status).toBeLessThan(500)
    if (status === 200) answered.add(one.id)
    if (status === 200 && body.data?.length !== 0) filled.add(one.id)
    const others = textsFor(one.endpoint)
    expect(others.length).toBeGreaterThan(20)
    const answer = JSON.stringify(body ?? '')
    expect(others.filter((text) => answer.includes(text))).toEqual([])
  })
})

test('each feed is asked from a place', () => {
  expect(feeds.map(({ id }) => id)).toEqual(['/ui/v1/events/feed'])
  expect([...places.values()].every(({ after }) => after.length > 0)).toBe(true)
})

test('what nobody was answered, or only an empty list, is known', () => {
  const ids = reading.map(({ id }) => id)
  expect({
    unanswered: ids.filter((id) => !answered.has(id)),
    empty: ids.filter((id) => answered.has(id) && !filled.has(id)),
  }).toMatchSnapshot()
})
