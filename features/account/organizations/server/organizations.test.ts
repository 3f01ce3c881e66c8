import { describe, expect, test } from 'vitest'
import { operatorActor, recordChange } from '@playhead/server-kit/audit/changes.ts'
import { writeReadOnly } from '@playhead/server-kit/state/server-state.sql.ts'
import { aFactory, type TestPerson } from '@playhead/testing/factories.ts'
import { countRows, readChanges, readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { organizationsServer } from './index.ts'

const { app, call, database } = await startTestApp([organizationsServer])
const make = aFactory(database)

const setUp = async () => {
  const world = await make.world()
  return {
    ...world,
    asAdmin: { as: world.admin, organization: world.organization },
    asMember: { as: world.member, organization: world.organization },
  }
}
type Caller = { as: TestPerson; organization: { id: string } }

const body = (name: unknown) => ({ organization: { name } })
const setFlag = (caller: Caller, feature: Record<string, unknown>) =>
  call('/ui/v1/organization/feature', { ...caller, body: { feature } })
const put = (path: string, caller: Caller, given: object = {}) =>
  call(path, { ...caller, method: 'PUT', body: given })
const stored = async (organization: { id: string }) =>
  (await readRows(database, 'organizations', { id: organization.id }))[0]
const changesOf = (organization: { id: string }) => readChanges(database, organization.id)

describe('200, 201 and 204', () => {
  test('ACCT-009 the current organization has all its fields', async () => {
    const { asMember, organization, environment } = await setUp()
    await make.environment(organization, { name: 'Closed to members' })
    const { status, body: answer } = await call('/ui/v1/organization', asMember)
    expect(status).toBe(200)
    expect(answer.data).toEqual({
      id: organization.id,
      name: organization.name,
      authenticated: true,
      second_factor_missing: false,
      is_admin: false,
      tos_required: false,
      marketplace_type: null,
      account_notifications: [],
      subscription: { current_plan: 'Custom' },
      features: expect.objectContaining({ maxFilters: 10, defaultVideoQualityVod: 'plus' }),
      properties: [
        {
          id: environment.id,
          name: environment.name,
          type: 'production',
          organization_id: organization.id,
        },
      ],
      payment_details: null,
      billing_information: null,
    })
  })

  test('ACCT-009 ACCT-010 notices, marketplace and terms are those that are stored; unknown notices are left out', async () => {
    const { asMember, organization } = await setUp()
    const where = { id: organization.id }
    const notices = [{ type: 'volume', message: 'Nearly full.' }, { type: 'of a later build' }]
    await setColumn(database, 'organizations', 'tos_required', true, where)
    await setColumn(database, 'organizations', 'marketplace_type', 'vercel', where)
    const text = JSON.stringify(notices)
    await setColumn(database, 'organizations', 'account_notifications', text, where)
    expect((await call('/ui/v1/organization', asMember)).body.data).toMatchObject({
      tos_required: true,
      marketplace_type: 'vercel',
      account_notifications: [{ type: 'volume', message: 'Nearly full.' }],
    })
  })

  test('SHELL-058 SHELL-059 the flags are those of the plan, changed by the overrides', async () => {
    const { asMember, organization } = await setUp()
    await setColumn(database, 'organizations', 'plan', 'Free', { id: organization.id })
    const overrides = JSON.stringify({ video: false, maxUsers: 'many', unknownFlag: true })
    await setColumn(database, 'organizations', 'feature_overrides', overrides, {
      id: organization.id,
    })
    const { features } = (await call('/ui/v1/organization', asMember)).body.data
    expect(features).toEqual({
      realtime: true,
      customDashboards: true,
      video: false,
      streamingExportsViewstream: false,
      streamingExportsLivehealthstream: false,
      freeVodEncodingEnabled: true,
      alertingV2: true,
      metricFiltersEnabled: true,
      liveStreamHealth: true,
      historicalMetrics: true,
      '4KBilling': false,
      defaultVideoQualityVod: 'plus',
      premiumQualityRolloutEnabled: true,
      testVideoOnly: false,
      inAppViewerCounts: true,
      customDimensions: true,
      debugDimensions: false,
      maxFilters: 2,
      retentionDays: 35,
      environmentLimit: 2,
      dataViewLimit: 100_000,
      maxUsers: -1,
    })
  })

  test('SHELL-060 a cookie overrides flags for staff only', async () => {
    const { organization, asMember } = await setUp()
    const staff = await make.person({ isStaff: true })
    await make.membership(organization, staff)
    const override = encodeURIComponent(JSON.stringify({ video: false, maxFilters: 'all' }))
    const seenBy = async (person: TestPerson) => {
      const headers = { cookie: `${person.cookie}; playhead_feature_overrides=${override}` }
      const { features } = (await call('/ui/v1/organization', { organization, headers })).body.data
      return [features.video, features.maxFilters]
    }
    expect(await seenBy(staff)).toEqual([false, 10])
    expect(await seenBy(asMember.as)).toEqual([true, 10])
  })

  test('ACCT-014 lists every organization of a person, and only those', async () => {
    const { member, organization, environment } = await setUp()
    const second = await make.world()
    await make.world()
    await make.membership(second.organization, member, { isAdmin: true })
    const { status, body: answer } = await call('/ui/v1/organizations', { as: member })
    expect(status).toBe(200)
    expect(answer.data).toMatchObject([
      { id: organization.id, is_admin: false, properties: [{ id: environment.id }] },
      { id: second.organization.id, is_admin: true, properties: [{ id: second.environment.id }] },
    ])
    const alone = await make.person()
    expect((await call('/ui/v1/organizations', { as: alone })).body).toEqual({
      data: [],
      total_row_count: 0,
    })
  })

  test('AUTH-029 creating makes its creator the admin of an organization with a first environment', async () => {
    const person = await make.person()
    const created = await call('/ui/v1/organizations', {
      as: person,
      body: body('  Your company '),
    })
    expect(created.status).toBe(201)
    expect(created.body.data).toMatchObject({
      name: 'Your company',
      is_admin: true,
      authenticated: true,
      subscription: { current_plan: 'Custom' },
      properties: [{ name: 'Production', type: 'production' }],
    })
    const { id, properties } = created.body.data
    expect(await readRows(database, 'environments', { organization_id: id })).toMatchObject([
      { id: properties[0].id, key: expect.stringMatching(/^[a-z0-9]{24}$/) },
    ])
    expect((await call('/ui/v1/organizations', { as: person })).body.data).toMatchObject([{ id }])
    expect(await changesOf({ id })).toMatchObject([
      { action: 'organization.created', subject_name: 'Your company', actor_user_id: person.id },
      { action: 'environment.created', environment_id: properties[0].id },
    ])
  })

  test('ACCT-011 ACCT-015 renames the current organization, and one by its id', async () => {
    const { asAdmin, organization } = await setUp()
    const first = await put('/ui/v1/organization', asAdmin, body('Renamed'))
    expect(first).toMatchObject({ status: 200, body: { data: { name: 'Renamed' } } })
    const second = await put(`/ui/v1/organizations/${organization.id}`, asAdmin, body('Twice'))
    expect(second).toMatchObject({ status: 200, body: { data: { name: 'Twice' } } })
    await put('/ui/v1/organization', asAdmin, body('Twice'))
    expect(await changesOf(organization)).toMatchObject([
      {
        action: 'organization.updated',
        subject_id: organization.id,
        detail: { name: { from: organization.name, to: 'Renamed' } },
      },
      { detail: { name: { from: 'Renamed', to: 'Twice' } } },
    ])
  })

  test('ACCT-016 ACCT-082 sets the default video quality', async () => {
    const { asAdmin, organization } = await setUp()
    const feature = { name: 'defaultVideoQualityVod', value: 'basic' }
    const { status, body: answer } = await setFlag(asAdmin, feature)
    expect(status).toBe(200)
    expect(answer.data.features.defaultVideoQualityVod).toBe('basic')
    expect(await changesOf(organization)).toMatchObject([
      {
        action: 'organization.feature_set',
        detail: { name: 'defaultVideoQualityVod', from: 'plus', to: 'basic' },
      },
    ])
  })

  test('ACCT-017 a cancelled organization can be read and no longer be changed', async () => {
    const { asAdmin, organization } = await setUp()
    const cancelled = await put('/ui/v1/organization/cancel', asAdmin)
    expect(cancelled).toMatchObject({
      status: 200,
      body: {
        data: {
          subscription: { current_plan: 'Custom' },
          account_notifications: [{ type: 'cancellation' }],
        },
      },
    })
    expect((await call('/ui/v1/organization', asAdmin)).status).toBe(200)
    const refused = [
      await put('/ui/v1/organization', asAdmin, body('Renamed')),
      await put('/ui/v1/organization/cancel', asAdmin),
      await setFlag(asAdmin, { name: 'defaultVideoQualityVod', value: 'basic' }),
    ]
    expect(refused.map((answer) => answer.status)).toEqual([403, 403, 403])
    expect(await stored(organization)).toMatchObject({ name: organization.name })
    expect(await changesOf(organization)).toMatchObject([{ action: 'organization.cancelled' }])
  })

  test('SHELL-081 remembers the state of onboarding, one field at a time', async () => {
    const { asMember, organization } = await setUp()
    const save = (onboarding: object) =>
      call('/ui/v1/onboarding', { ...asMember, body: { onboarding } })
    expect((await save({ status: 'views_processing' })).status).toBe(204)
    expect((await save({ dismissed: true })).status).toBe(204)
    expect(await stored(organization)).toMatchObject({
      onboarding: { status: 'views_processing', dismissed: true },
    })
  })

  test('ACCT-018 admins read who changed what, newest first', async () => {
    const { asAdmin, admin, organization } = await setUp()
    for (const name of ['One', 'Two', 'Three'])
      await put('/ui/v1/organization', asAdmin, body(name))
    const { status, body: answer } = await call('/ui/v1/organization/changes?limit=2', asAdmin)
    expect(status).toBe(200)
    expect(answer).toMatchObject({ total_row_count: 3, page: 1, limit: 2 })
    expect(answer.data).toEqual([
      {
        id: expect.any(String),
        action: 'organization.updated',
        subject_type: 'organization',
        subject_id: organization.id,
        subject_name: 'Three',
        environment_id: null,
        actor_kind: 'user',
        actor_email: admin.email,
        masquerading: false,
        detail: { name: { from: 'Two', to: 'Three' } },
        created_at: expect.any(String),
        network: null,
        user_agent: null,
      },
      expect.objectContaining({ subject_name: 'Two' }),
    ])
    const second = await call('/ui/v1/organization/changes?limit=2&page=2', asAdmin)
    expect(second.body.data).toMatchObject([{ subject_name: 'One' }])
  })

  test('ACCT-018 admins narrow the changes to action, actor, subject and time, and get them as a file', async () => {
    const { asAdmin, admin, organization } = await setUp()
    await put('/ui/v1/organization', asAdmin, body('=One'))
    await recordChange({ organizationId: organization.id, postgres: database }, operatorActor, {
      action: 'environment.created',
      subjectId: 'environment-1',
    })
    const changes = async (query: string, headers = {}) =>
      (await call(`/ui/v1/organization/changes?${query}`, { ...asAdmin, headers })).body
    const actions = async (query: string) =>
      (await changes(query)).data.map(({ action }: { action: string }) => action)
    const all = ['environment.created', 'organization.updated']
    expect(await actions('')).toEqual(all)
    expect(await actions('action=organization.updated')).toEqual(['organization.updated'])
    expect(await actions(`actor=${encodeURIComponent(admin.email)}`)).toEqual([
      'organization.updated',
    ])
    expect(await actions('actor=operator')).toEqual(['environment.created'])
    expect(await actions('subject_id=environment-1')).toEqual(['environment.created'])
    expect(await actions('timeframe[]=60:minutes')).toEqual(all)
    expect(await actions('timeframe[]=1700000000&timeframe[]=1700000001')).toEqual([])
    const narrowed = await changes('actor=operator&limit=1')
    expect(narrowed).toMatchObject({ total_row_count: 1, actions: all })
    expect(narrowed.actors.toSorted()).toEqual([admin.email, 'operator'].toSorted())

    const file = (await changes('limit=1', { accept: 'text/csv' })) as string
    const lines = file.trimEnd().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(/^id,action,subject_type,subject_id,subject_name,/)
    expect(lines[1]).toContain('environment.created')
    // A spreadsheet must not take the name for a formula.
    expect(lines[2]).toContain(",'=One,")
  })
})

describe('400', () => {
  test.each(['', '   ', 'x'.repeat(121), undefined])(
    'ACCT-011 AUTH-028 %j is no name for an organization',
    async (name) => {
      const { asAdmin, organization } = await setUp()
      const person = await make.person()
      const before = await countRows(database, 'organizations')
      const answers = [
        await call('/ui/v1/organizations', { as: person, body: body(name) }),
        await put('/ui/v1/organization', asAdmin, body(name)),
        await put(`/ui/v1/organizations/${organization.id}`, asAdmin, body(name)),
      ]
      expect(answers.map((answer) => answer.status)).toEqual([400, 400, 400])
      for (const answer of answers) expect(answer.body.error.fields).toHaveProperty('name')
      expect(await countRows(database, 'organizations')).toBe(before)
      expect(await stored(organization)).toMatchObject({ name: organization.name })
    },
  )

  test('ACCT-011 the name is required', async () => {
    const { asAdmin } = await setUp()
    const refused = await put('/ui/v1/organization', asAdmin, body(' '))
    expect(refused.body.error.fields).toEqual({ name: ['Organization name is required'] })
  })

  test.each([
    ['an unknown feature', { name: 'toString', value: 'x' }, 'name'],
    ['a value that is no choice', { name: 'defaultVideoQualityVod', value: 'best' }, 'value'],
    ['no value', { name: 'defaultVideoQualityVod' }, 'value'],
  ])('ACCT-016 refuses %s', async (_, feature, field) => {
    const { asAdmin, organization } = await setUp()
    const refused = await setFlag(asAdmin, feature)
    expect(refused.status).toBe(400)
    expect(refused.body.error.fields).toHaveProperty(field)
    expect(await stored(organization)).toMatchObject({ feature_overrides: {} })
    expect(await changesOf(organization)).toEqual([])
  })

  test('a call that needs an organization says so', async () => {
    const { admin } = await setUp()
    expect(await call('/ui/v1/organization', { as: admin })).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_organization' } },
    })
  })
})

test('401 without a session, and nothing is made', async () => {
  const { organization } = await setUp()
  const before = await countRows(database, 'organizations')
  const answers = [
    await call('/ui/v1/organizations'),
    await call('/ui/v1/organizations', { body: body('Nobody') }),
    await call('/ui/v1/organization', { organization }),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401])
  expect(await countRows(database, 'organizations')).toBe(before)
})

describe('403', () => {
  test('ACCT-018 regular members change nothing of the organization', async () => {
    const { asMember, organization } = await setUp()
    const answers = [
      await put('/ui/v1/organization', asMember, body('Mine')),
      await put(`/ui/v1/organizations/${organization.id}`, asMember, body('Mine')),
      await setFlag(asMember, { name: 'defaultVideoQualityVod', value: 'basic' }),
      await put('/ui/v1/organization/cancel', asMember),
      await call('/ui/v1/organization/changes', asMember),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403, 403, 403])
    expect(await stored(organization)).toMatchObject({
      name: organization.name,
      cancelled_at: null,
      feature_overrides: {},
    })
    expect(await changesOf(organization)).toEqual([])
  })

  test.each([
    ['the operator sets', { name: 'maxUsers', value: 100 }, 'maxUsers'],
    [
      'is not rolled out',
      { name: 'defaultVideoQualityVod', value: 'premium' },
      'premiumQualityRolloutEnabled',
    ],
  ])('ACCT-016 SHELL-055 a feature that %s needs an upgrade', async (_, feature, name) => {
    const { asAdmin, organization } = await setUp()
    const overrides = { premiumQualityRolloutEnabled: false }
    await setColumn(database, 'organizations', 'feature_overrides', JSON.stringify(overrides), {
      id: organization.id,
    })
    expect(await setFlag(asAdmin, feature)).toMatchObject({
      status: 403,
      body: { error: { type: 'upgrade_required', name } },
    })
    expect(await stored(organization)).toMatchObject({ feature_overrides: overrides })
  })

  test('AUTH-029 a session of single sign-on makes no organization that would be closed to it', async () => {
    const { admin, organization } = await setUp()
    await setColumn(database, 'sessions', 'method', 'sso', { id: admin.sessionId })
    await setColumn(database, 'sessions', 'sso_organization_id', organization.id, {
      id: admin.sessionId,
    })
    const before = await countRows(database, 'organizations')
    expect((await call('/ui/v1/organizations', { as: admin, body: body('More') })).status).toBe(403)
    expect(await countRows(database, 'organizations')).toBe(before)
  })
})

describe('404', () => {
  test('ACCT-015 the organization of another person is not found, by path or by header', async () => {
    const { asAdmin, admin, organization } = await setUp()
    const stranger = await make.world()
    const answers = [
      await put(`/ui/v1/organizations/${stranger.organization.id}`, asAdmin, body('Mine')),
      await put('/ui/v1/organizations/nonsense', asAdmin, body('Mine')),
      await put(
        '/ui/v1/organization',
        { as: admin, organization: stranger.organization },
        body('Mine'),
      ),
      await call('/ui/v1/organization', { as: admin, organization: { id: 'nonsense' } }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404])
    expect(await stored(stranger.organization)).toMatchObject({ name: stranger.organization.name })
    expect(await stored(organization)).toMatchObject({ name: organization.name })
  })

  test('ACCT-015 the id of another organization of the same admin does not rename it under a foreign header', async () => {
    const { asAdmin, admin } = await setUp()
    const second = await make.world()
    await make.membership(second.organization, admin)
    const path = `/ui/v1/organizations/${second.organization.id}`
    expect((await put(path, asAdmin, body('Mine'))).status).toBe(404)
    expect(await stored(second.organization)).toMatchObject({ name: second.organization.name })
  })
})

test('503 the read-only mode refuses changes and answers questions', async () => {
  const { asAdmin, admin } = await setUp()
  const before = await countRows(database, 'organizations')
  await writeReadOnly(database, true)
  const answers = [
    await put('/ui/v1/organization', asAdmin, body('Renamed')),
    await call('/ui/v1/organizations', { as: admin, body: body('More') }),
    await call('/ui/v1/organization', asAdmin),
  ]
  await writeReadOnly(database, false)
  expect(answers.map((answer) => answer.status)).toEqual([503, 503, 200])
  expect(await countRows(database, 'organizations')).toBe(before)
})

describe('organization create', () => {
  const command = organizationsServer.commands[0]!

  test('gives the operator an organization without people or environments', async () => {
    const made = await command.run(app, command.options.parse({ name: ' Sea TV ', plan: 'Pro' }))
    expect(made).toEqual({ id: expect.any(String), name: 'Sea TV', plan: 'Pro' })
    const organization = { id: String(made['id']) }
    expect(await stored(organization)).toMatchObject({ name: 'Sea TV', plan: 'Pro' })
    expect(await countRows(database, 'memberships', { organization_id: organization.id })).toBe(0)
    expect(await changesOf(organization)).toMatchObject([
      { action: 'organization.created', actor_kind: 'operator' },
    ])
  })

  test('refuses a name that is empty and a plan that does not exist', () => {
    expect(() => command.options.parse({ name: ' ' })).toThrow('name')
    expect(() => command.options.parse({ name: 'Sea TV', plan: 'Enterprise' })).toThrow('plan')
  })
})
