import { describe, expect, test } from 'vitest'
import { nothing } from '@playhead/contract-kit/define.ts'
import type { Endpoint } from '@playhead/contract-kit/endpoint.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { insertPlayableAsset } from '@playhead/testing/media/playable-asset.ts'
import { readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { writeAudience } from '../../apps/server/demo-audience.sql.ts'
import { keepDemoVisitor } from '../../apps/server/demo-visitor.ts'
import { features } from '../../apps/server/features.ts'
import { addressOf, referencesOf, sampleOf } from './sample-input.ts'
import { readAllRows } from './sweep.sql.ts'
import { makeTenant } from './tenant.ts'

const host = 'demo.example.com'
const { app, call, database, clock } = await startTestApp(features, {
  settings: { PLAYHEAD_DEMO_HOST: host, PLAYHEAD_TRUST_PROXY: '1' },
  clickhouse: await makeTestClickHouse(),
})
const demo = await makeTenant(database)
const other = await makeTenant(database)
await writeAudience(database, demo.environment.id, {
  world: 'northlight',
  isLive: true,
  seed: demo.environment.id,
  missing: [],
  aliveAt: null,
})
await keepDemoVisitor(app)

const rows = async () =>
  (await readAllRows(database))
    .filter(({ table }) => table !== 'sessions')
    .map((one) => JSON.stringify(one))
    .toSorted()

/** As a browser that has never been here. */
const enter = (headers: Record<string, string> = { host }) => call('/ui/v1/session', { headers })

const entered = await enter()
const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
const place = { organization: demo.organization, environment: demo.environment }
const visit = (path: string, given: Parameters<typeof call>[1] = {}) =>
  call(path, { ...place, ...given, headers: { cookie, host } })

/** People who have an account, or a mailed link to one, use them beside a demo. */
const waysIn = [
  'create',
  'secondFactor',
  'startPasskey',
  'finishPasskey',
  'selectEmail',
  'startGithub',
  'finishGithub',
  'startSso',
  'finishSso',
  'signUp',
  'createUser',
  'createFirstStaff',
  'requestPasswordReset',
  'resetPassword',
  'confirmEmail',
  'undoEmailChange',
]

/** Ids of nothing. */
const nowhere = Object.fromEntries(
  Object.keys(demo.objects).map((kind) => [kind, 'nothing']),
) as typeof demo.objects

const implemented = features.flatMap((feature) =>
  feature.endpoints.map(({ name, endpoint }) => ({ id: `${feature.name}.${name}`, endpoint })),
)

const sample = (endpoint: Endpoint) => {
  const params = sampleOf(endpoint.params, demo.objects) as Record<string, string>
  const pairs =
    endpoint.query === nothing
      ? []
      : Object.entries(sampleOf(endpoint.query, demo.objects) as Record<string, unknown>).map(
          ([name, value]): [string, string] => [name, String(value)],
        )
  const query = pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
  return visit(addressOf(endpoint, params, query), {
    method: endpoint.method,
    ...(endpoint.body !== nothing && { body: sampleOf(endpoint.body, demo.objects) }),
  })
}

describe('entering', () => {
  test('DEMO-005 visitors get in without login, to the demo organization and no other', () => {
    const { data } = entered.body
    expect(entered.status).toBe(200)
    expect(data).toMatchObject({
      visitor: true,
      current_user: { internal: false, organization_admin: false },
      organization: { id: demo.organization.id, is_admin: false },
    })
    expect(data.organizations.map(({ id }: { id: string }) => id)).toEqual([demo.organization.id])
    expect(data.properties.map(({ id }: { id: string }) => id)).toEqual([demo.environment.id])
  })

  test('DEMO-001 only at the demo host', async () => {
    expect((await enter({ host: 'localhost' })).status).toBe(401)
    expect((await enter({})).status).toBe(401)
    expect((await enter({ host: `${host}:8443` })).status).toBe(200)
  })

  test('for four hours, and unknown to all other visitors', async () => {
    await enter()
    const { body } = await visit('/ui/v1/sessions')
    expect(body.data).toMatchObject([{ current: true, network: null }])
    const lifetime = new Date(body.data[0].expires_at).getTime() - clock.now().getTime()
    expect(lifetime).toBeLessThanOrEqual(4 * 3_600_000)
    expect(entered.headers.get('set-cookie')).toMatch(/; Max-Age=14[34]\d\d(;|$)/)
    expect(await readRows(database, 'changes', { action: 'user.signed_in' })).toEqual([])
  })

  test('an account of their own replaces the visit', async () => {
    const { method } = (await readRows(database, 'sessions', { id: demo.admin.sessionId }))[0]!
    expect(method).not.toBe('visitor')
    const own = await call('/ui/v1/session', { as: demo.admin, headers: { host } })
    expect(own.body.data).toMatchObject({
      visitor: false,
      current_user: { email: demo.admin.email },
    })
  })
})

describe('what visitors may do', () => {
  const writes = implemented.filter(
    ({ endpoint: { access, method, asks } }) =>
      access.kind !== 'anyone' && access.kind !== 'token' && method !== 'GET' && !asks,
  )

  test('DEMO-005 nothing: every change is refused in words, and no row is another one', async () => {
    expect(writes.length).toBeGreaterThan(100)
    const before = await rows()
    for (const { id, endpoint } of writes) {
      const { status, body } = await sample(endpoint)
      expect([id, status, body.error]).toEqual([
        id,
        403,
        { type: 'demo', messages: ['This is a demo: nothing is saved here.'] },
      ])
    }
    expect(await rows()).toEqual(before)
  })

  test('DEMO-005 the refusal comes before anything else is checked; only the ways to an account of their own are left', async () => {
    const others: string[] = []
    for (const { id, endpoint } of implemented.filter((one) => one.endpoint.method !== 'GET')) {
      const params = sampleOf(endpoint.params, nowhere) as Record<string, string>
      const { status, body } = await call(addressOf(endpoint, params, ''), {
        method: endpoint.method,
        headers: { cookie, host },
        body: '{',
      })
      if (status !== 403 || body.error.type !== 'demo') others.push(id)
    }
    expect(others.toSorted()).toEqual(
      [
        'alerts.backtest',
        'payments.calculate',
        ...waysIn.map((name) => `sign-in.${name}`),
      ].toSorted(),
    )
  })

  test('DEMO-002 DEMO-004 what only asks is answered as for any member, also with a body', async () => {
    const asking = implemented.filter(({ endpoint }) => endpoint.asks)
    expect(asking.map(({ id }) => id)).toEqual(['alerts.backtest', 'payments.calculate'])
    for (const { endpoint } of asking)
      expect((await sample(endpoint)).body.error?.type).not.toBe('demo')
  })

  test('BILL-033 DEMO-004 what is of admins stays so: a visitor calculates no tax', async () => {
    const calculate = '/ui/v1/billing/tax/calculate'
    const body = { to_country: 'DE', amount: 1000 }
    expect((await visit(calculate, { body })).body.error?.type).toBe('forbidden')
    const asAdmin = await call(calculate, { as: demo.admin, organization: demo.organization, body })
    expect(asAdmin.body.error?.type).not.toBe('forbidden')
  })

  test('no answer holds a key of players or encoders, and no question leaves a row', async () => {
    const [environment] = await readRows(database, 'environments', { id: demo.environment.id })
    const made = await call('/video/v1/live-streams', {
      token: demo.token,
      body: { playback_policy: ['public'] },
    })
    const { id: streamId, stream_key: streamKey } = made.body.data
    const secrets = [String(environment?.['key']), String(streamKey)]
    for (const secret of secrets) expect(secret.length).toBeGreaterThan(15)
    expect(JSON.stringify(entered.body)).not.toContain(secrets[0])
    const isFor = ({ endpoint: { access, method } }: (typeof implemented)[number]) =>
      method === 'GET' && ['organization', 'environment', 'user'].includes(access.kind)
    let answered = 0
    const before = await rows()
    for (const { id, endpoint } of implemented.filter(isFor)) {
      const { status, body } = await sample(endpoint)
      if (status === 200) answered += 1
      const text = JSON.stringify(body) ?? ''
      for (const secret of secrets) expect(text.includes(secret), id).toBe(false)
    }
    expect(answered).toBeGreaterThan(50)
    expect(await rows()).toEqual(before)
    const { body } = await visit(`/video/v1/live-streams/${streamId}`)
    const { stream_key: _, srt_passphrase: passphrase, ...shown } = made.body.data
    const hidden = { stream_key: '•••', ...(passphrase && { srt_passphrase: '•••' }) }
    expect(body.data).toEqual({ ...shown, ...hidden })
  })

  test('DEMO-004 to sit in the organization: they are not in its team, and take no seat of its plan', async () => {
    const { organization, environment } = demo
    const read = (path: string) => call(path, { as: demo.admin, organization })
    const { body: team } = await read('/ui/v1/users')
    const addresses = team.data.map(({ email }: { email: string }) => email)
    expect(addresses).toContain(demo.admin.email)
    expect(addresses).not.toContain('visitor@demo.invalid')
    expect(team.total_row_count).toBe(addresses.length)
    const { body: ofEnvironment } = await read(`/ui/v1/environments/${environment.id}/users`)
    expect(JSON.stringify(ofEnvironment)).not.toContain('visitor@demo.invalid')
    expect(ofEnvironment.total_row_count).toBe(ofEnvironment.data.length)

    const open = (await read('/ui/v1/invites')).body.total_row_count
    const limits = JSON.stringify({ maxUsers: addresses.length + open + 1 })
    await setColumn(database, 'organizations', 'feature_overrides', limits, { id: organization.id })
    const invite = (email: string) =>
      call('/ui/v1/invites', {
        as: demo.admin,
        organization,
        body: { invite: { email, admin: false, environments: [] } },
      })
    expect((await invite('last@seat.example')).status).toBe(201)
    expect((await invite('one@more.example')).body.error).toMatchObject({ name: 'maxUsers' })
  })

  const reads = implemented.filter(
    ({ endpoint: { access, method } }) =>
      method === 'GET' && ['organization', 'environment'].includes(access.kind),
  )

  test('nothing of a foreign organization is there, whatever is read', async () => {
    expect(reads.length).toBeGreaterThan(100)
    const { organization, environment } = other
    for (const { id, endpoint } of reads) {
      const params = sampleOf(endpoint.params, other.objects) as Record<string, string>
      const { status } = await visit(addressOf(endpoint, params), { organization, environment })
      expect([id, status]).toEqual([id, 404])
    }
  })

  test('nor do ids of another tenant lead anywhere from the demo', async () => {
    const leading = reads.filter(({ endpoint }) => referencesOf(endpoint.params).length > 0)
    expect(leading.length).toBeGreaterThan(40)
    for (const { id, endpoint } of leading) {
      const params = sampleOf(endpoint.params, other.objects) as Record<string, string>
      const { status, body } = await visit(addressOf(endpoint, params))
      // What is of admins is refused before it is looked for.
      expect([id, status]).toEqual([id, body.error.type === 'forbidden' ? 403 : 404])
    }
  })
})

test('DEMO-003 what visitors see comes from the simulated audience: pages of its videos report nothing', async () => {
  const reportsOf = async ({ environment }: typeof demo) => {
    const film = await insertPlayableAsset(app, { environment, title: 'Film' })
    const { status, body } = await call(`/watch/${film.playbackId}`, { headers: { host } })
    expect(status).toBe(200)
    return String(body).includes('environmentKey')
  }
  expect(await reportsOf(other)).toBe(true)
  expect(await reportsOf(demo)).toBe(false)
})

test('no network begins visits without an end', async () => {
  const network = { host, 'x-forwarded-for': '203.0.113.9' }
  const statuses: number[] = []
  const begunAt = clock.now().getTime()
  while (statuses.at(-1) !== 429 && statuses.length < 100)
    statuses.push((await enter(network)).status)
  // 60 at once, and one more every two seconds.
  const seconds = (clock.now().getTime() - begunAt) / 1000
  const begun = statuses.filter((status) => status === 200).length
  expect(begun).toBeLessThanOrEqual(61 + seconds / 2)
  expect(statuses.at(-1)).toBe(429)
  clock.advance(60)
  expect((await enter(network)).status).toBe(200)
})

test('environments that the demo got are open after the next start', async () => {
  const later = await makeTenant(database)
  await writeAudience(database, later.environment.id, {
    world: 'northlight',
    isLive: true,
    seed: later.environment.id,
    missing: [],
    aliveAt: null,
  })
  await keepDemoVisitor(app)
  const { data } = (await enter()).body
  expect(data.organizations.map(({ id }: { id: string }) => id).toSorted()).toEqual(
    [demo.organization.id, later.organization.id].toSorted(),
  )
  await keepDemoVisitor(app)
  expect((await enter()).body.data.current_user.id).toBe(data.current_user.id)
})

test('DEMO-001 where no public demo is on, its account and all visits end', async () => {
  await keepDemoVisitor({ ...app, settings: { ...app.settings, publicDemo: undefined } })
  expect((await visit('/ui/v1/environments')).status).toBe(401)
  expect((await enter()).status).toBe(401)
  expect(await readRows(database, 'users', { email: 'visitor@demo.invalid' })).toEqual([])
})

test('DEMO-001 another account may have the address of visitors: there is no demo, and the server starts', async () => {
  const mine = { id: demo.admin.id }
  const [{ email }] = (await readRows(database, 'users', mine)) as [{ email: string }]
  await setColumn(database, 'users', 'email', 'Visitor@demo.invalid', mine)
  await keepDemoVisitor(app)
  expect((await enter()).status).toBe(401)
  await setColumn(database, 'users', 'email', email, mine)
  await keepDemoVisitor(app)
  expect((await enter()).status).toBe(200)
})
