import { beforeEach, describe, expect, test } from 'vitest'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import { supportServer } from '@playhead/features/account/support/server'
import { aFactory, type TestPerson } from '@playhead/testing/factories.ts'
import { countRows, readChanges, readRows } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { operatorServer } from './index.ts'

const { app, call, database, mails } = await startTestApp([
  operatorServer,
  organizationsServer,
  supportServer,
])
const make = aFactory(database)
const unknownId = '7f8a3c1e-9d4b-4c5a-8e6f-1a2b3c4d5e6f'

let staff: TestPerson
beforeEach(async () => {
  staff = await make.person({ isStaff: true })
})

const listed = (query: string) =>
  call(`/ui/v1/operator/organizations?query=${encodeURIComponent(query)}`, { as: staff })
const update = (person: TestPerson, id: string, organization: object) =>
  call(`/ui/v1/operator/organizations/${id}`, {
    as: person,
    method: 'PUT',
    body: { organization },
  })
const masquerade = (person: TestPerson, organization: { id: string }) =>
  call('/ui/v1/masquerade', {
    as: person,
    body: { masquerade: { organization_id: organization.id } },
  })
const endMasquerade = (person: TestPerson) =>
  call('/ui/v1/masquerade', { as: person, method: 'DELETE' })
const setReadOnly = (person: TestPerson, isReadOnly: boolean) =>
  call('/ui/v1/operator/read-only', {
    as: person,
    method: 'PUT',
    body: { read_only: isReadOnly },
  })
const stored = async (organization: { id: string }) =>
  (await readRows(database, 'organizations', { id: organization.id }))[0]
const actionsOf = async (organization: { id: string }) =>
  (await readChanges(database, organization.id)).map((change) => [
    change['action'],
    change['masquerading'],
  ])

describe('organizations of the server', () => {
  test('SHELL-061 staff find every organization by name, id or the address of a member', async () => {
    const { organization, admin } = await make.world()
    const other = await make.world()
    for (const query of [
      organization.name.toUpperCase(),
      organization.id,
      admin.email.slice(0, 8).toUpperCase(),
    ]) {
      const { status, body } = await listed(query)
      expect(status).toBe(200)
      expect(body.data.map((row: { id: string }) => row.id)).toEqual([organization.id])
      expect(body.total_row_count).toBe(1)
    }
    expect((await listed('%')).body.data).toEqual([])
    const everything = await call('/ui/v1/operator/organizations?limit=100', { as: staff })
    expect(everything.body.data).toContainEqual({
      id: other.organization.id,
      name: other.organization.name,
      plan: 'Custom',
      overrides: {},
      features: expect.objectContaining({ maxUsers: -1 }),
      account_notifications: [],
      marketplace_type: null,
      user_count: 2,
      environment_count: 1,
      cancelled_at: null,
      created_at: expect.any(String),
    })
  })

  test('SHELL-058 plan, overrides, notices and marketplace reach the people of the organization', async () => {
    const { organization, member } = await make.world()
    const updated = await update(staff, organization.id, {
      plan: 'Starter',
      overrides: { maxUsers: 5, video: false },
      account_notifications: [{ type: 'feedback', message: 'How do you like it?' }],
      marketplace_type: 'vercel',
    })
    expect(updated).toMatchObject({
      status: 200,
      body: { data: { plan: 'Starter', overrides: { maxUsers: 5, video: false } } },
    })
    await update(staff, organization.id, { plan: 'Pro' })
    const seen = await call('/ui/v1/organization', { as: member, organization })
    expect(seen.body.data).toMatchObject({
      subscription: { current_plan: 'Pro' },
      features: { maxUsers: 5, video: false, environmentLimit: 50 },
      account_notifications: [{ type: 'feedback', message: 'How do you like it?' }],
      marketplace_type: 'vercel',
    })
    expect(await readChanges(database, organization.id)).toMatchObject([
      { action: 'organization.operated', actor_email: staff.email, detail: { plan: 'Starter' } },
      { action: 'organization.operated', detail: { plan: 'Pro' } },
    ])
  })

  test('ACCT-017 a cancellation can be taken back, and its notice goes with it', async () => {
    const { organization, admin } = await make.world()
    const asAdmin = { as: admin, organization }
    await call('/ui/v1/organization/cancel', { ...asAdmin, method: 'PUT', body: {} })
    expect((await listed(organization.id)).body.data[0].cancelled_at).toEqual(expect.any(String))
    const restored = await update(staff, organization.id, { cancelled: false })
    expect(restored.body.data).toMatchObject({ cancelled_at: null, account_notifications: [] })
    const renamed = await call('/ui/v1/organization', {
      ...asAdmin,
      method: 'PUT',
      body: { organization: { name: 'Back again' } },
    })
    expect(renamed.status).toBe(200)
  })

  test.each([
    ['plan', { plan: 'Enterprise' }],
    ['overrides', { overrides: { toString: true } }],
    ['overrides', { overrides: { maxUsers: 'many' } }],
    ['type', { account_notifications: [{ type: 'unheard of' }] }],
    ['type', { account_notifications: [{ type: 'invoice_overdue' }] }],
  ])('400 a wrong %s changes nothing', async (field, given) => {
    const { organization } = await make.world()
    const refused = await update(staff, organization.id, given)
    expect(refused.status).toBe(400)
    expect(refused.body.error.fields).toHaveProperty(field)
    expect(await stored(organization)).toMatchObject({ plan: 'Custom', feature_overrides: {} })
    expect(await actionsOf(organization)).toEqual([])
  })

  test('404 for an unknown organization', async () => {
    expect((await update(staff, unknownId, { plan: 'Pro' })).status).toBe(404)
    expect((await update(staff, 'nonsense', { plan: 'Pro' })).status).toBe(404)
  })
})

describe('masquerading', () => {
  test('SHELL-061 staff see an organization as its admin does, and its trail shows who did what', async () => {
    const { organization, environment } = await make.world()
    expect((await call('/ui/v1/organization', { as: staff, organization })).status).toBe(404)
    expect((await masquerade(staff, organization)).status).toBe(204)
    expect((await call('/ui/v1/organizations', { as: staff })).body.data).toMatchObject([
      { id: organization.id, is_admin: true, properties: [{ id: environment.id }] },
    ])
    const renamed = await call('/ui/v1/organization', {
      as: staff,
      organization,
      method: 'PUT',
      body: { organization: { name: 'Renamed by staff' } },
    })
    expect(renamed).toMatchObject({ status: 200, body: { data: { is_admin: true } } })
    expect((await endMasquerade(staff)).status).toBe(204)
    expect((await call('/ui/v1/organization', { as: staff, organization })).status).toBe(404)
    expect(await actionsOf(organization)).toEqual([
      ['masquerade.began', true],
      ['organization.updated', true],
      ['masquerade.ended', true],
    ])
    expect((await readChanges(database, organization.id))[1]).toMatchObject({
      actor_user_id: staff.id,
      actor_email: staff.email,
    })
  })

  test('SHELL-061 it opens single sign-on organizations too, and one organization at a time', async () => {
    const first = await make.world()
    const second = await make.world()
    await make.ssoConnection(second.organization, { isRequired: true })
    await masquerade(staff, first.organization)
    await masquerade(staff, first.organization)
    await masquerade(staff, second.organization)
    expect(
      (await call('/ui/v1/organization', { as: staff, organization: first.organization })).status,
    ).toBe(404)
    expect(
      (await call('/ui/v1/organization', { as: staff, organization: second.organization })).status,
    ).toBe(200)
    expect(await actionsOf(first.organization)).toEqual([
      ['masquerade.began', true],
      ['masquerade.ended', true],
    ])
    expect(await actionsOf(second.organization)).toEqual([['masquerade.began', true]])
  })

  test('SHELL-061 what staff change in their own organization during a masquerade is not marked as masquerade', async () => {
    const { organization } = await make.world()
    const own = await make.organization()
    await masquerade(staff, organization)
    expect((await update(staff, own.id, { plan: 'Pro' })).status).toBe(200)
    expect((await update(staff, organization.id, { plan: 'Pro' })).status).toBe(200)
    expect(await actionsOf(own)).toEqual([['organization.operated', false]])
    expect((await actionsOf(organization)).at(-1)).toEqual(['organization.operated', true])
  })

  test('ending a masquerade that never began is no error and leaves no entry', async () => {
    const { member, organization } = await make.world()
    expect((await endMasquerade(member)).status).toBe(204)
    expect(await actionsOf(organization)).toEqual([])
  })

  test('404 for an unknown organization', async () => {
    expect((await masquerade(staff, { id: unknownId })).status).toBe(404)
    expect(await readRows(database, 'sessions', { id: staff.sessionId })).toMatchObject([
      { masquerade_organization_id: null },
    ])
  })
})

describe('outbox', () => {
  test('staff read the mail that waits in the outbox, newest first', async () => {
    await app.mailer.send({ to: 'one@example.com', subject: 'One', text: 'First' })
    await app.mailer.send({ to: 'two@example.com', subject: 'Two', text: 'Second' })
    const { status, body } = await call('/ui/v1/operator/mail?limit=1', { as: staff })
    expect(status).toBe(200)
    expect(body).toMatchObject({ total_row_count: (await mails()).length, limit: 1 })
    expect(body.data).toEqual([
      {
        id: expect.any(String),
        to: 'two@example.com',
        subject: 'Two',
        text: 'Second',
        created_at: expect.any(String),
      },
    ])
  })
})

describe('read-only mode', () => {
  test('staff switch it on and off; changes are refused in between, the switch itself is not', async () => {
    const { organization, admin } = await make.world()
    const rename = () =>
      call('/ui/v1/organization', {
        as: admin,
        organization,
        method: 'PUT',
        body: { organization: { name: 'Renamed' } },
      })
    expect(await setReadOnly(staff, true)).toMatchObject({
      status: 200,
      body: { data: { read_only: true } },
    })
    expect((await rename()).status).toBe(503)
    expect((await update(staff, organization.id, { plan: 'Pro' })).status).toBe(503)
    expect((await call('/ui/v1/organization', { as: admin, organization })).status).toBe(200)
    expect((await setReadOnly(staff, false)).body.data).toEqual({ read_only: false })
    expect((await rename()).status).toBe(200)
    expect(await stored(organization)).toMatchObject({ plan: 'Custom' })
    expect(await countRows(database, 'changes', { action: 'read_only.began' })).toBe(1)
    expect(await countRows(database, 'changes', { action: 'read_only.ended' })).toBe(1)
  })
})

test('401 and 403 none of it is for anybody but staff, admins included', async () => {
  const { organization, admin } = await make.world()
  const token = await make.accessToken(await make.environment(organization), ['system:write'])
  const before = await countRows(database, 'changes')
  const answers = [
    await call('/ui/v1/operator/organizations', { as: admin }),
    await update(admin, organization.id, { plan: 'Pro' }),
    await masquerade(admin, organization),
    await call('/ui/v1/operator/mail', { as: admin }),
    await setReadOnly(admin, true),
    await call('/ui/v1/operator/organizations', { token }),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403, 403, 403, 403])
  expect((await call('/ui/v1/operator/organizations')).status).toBe(401)
  expect((await call('/ui/v1/operator/mail')).status).toBe(401)
  expect(await countRows(database, 'changes')).toBe(before)
  expect(await countRows(database, 'server_state', { name: 'read_only' })).toBeLessThanOrEqual(1)
  expect((await call('/ui/v1/organization', { as: admin, organization })).body.data).toMatchObject({
    subscription: { current_plan: 'Custom' },
  })
})

describe('commands', () => {
  const run = async (name: string, options: Record<string, unknown>) => {
    const command = operatorServer.commands.find((candidate) => candidate.name === name)!
    return command.run(app, command.options.parse(options))
  }

  test('organization update sets plan and features, and takes a feature back to the plan', async () => {
    const { organization } = await make.world()
    const set = await run('organization update', {
      id: organization.id,
      plan: 'Pro',
      feature: 'maxUsers=5, video=false,defaultVideoQualityVod=basic',
    })
    expect(set).toEqual({
      id: organization.id,
      name: organization.name,
      plan: 'Pro',
      overrides: { maxUsers: 5, video: false, defaultVideoQualityVod: 'basic' },
    })
    const reset = await run('organization update', { id: organization.id, feature: 'video=' })
    expect(reset).toMatchObject({
      plan: 'Pro',
      overrides: { maxUsers: 5, defaultVideoQualityVod: 'basic' },
    })
    expect(reset['overrides']).not.toHaveProperty('video')
    expect(await readChanges(database, organization.id)).toMatchObject([
      { actor_kind: 'operator' },
      { actor_kind: 'operator' },
    ])
  })

  test.each([
    ['nothing=1', 'There is no flag nothing.'],
    ['maxUsers=many', 'The value of maxUsers is a number.'],
    ['video=1', 'The value of video is a boolean.'],
  ])('organization update refuses --feature %s', async (feature, message) => {
    const { organization } = await make.world()
    await expect(run('organization update', { id: organization.id, feature })).rejects.toThrow(
      message,
    )
    expect(await stored(organization)).toMatchObject({ feature_overrides: {} })
    expect(await actionsOf(organization)).toEqual([])
  })

  test('organization update needs an organization that is there', async () => {
    await expect(run('organization update', { id: unknownId, plan: 'Pro' })).rejects.toThrow(
      'There is no such organization.',
    )
  })

  test('read-only switches by --on or --off, and not by both or neither', async () => {
    expect(await run('read-only', { on: true })).toEqual({ read_only: true })
    const { organization, admin } = await make.world()
    const save = () =>
      call('/ui/v1/onboarding', { as: admin, organization, body: { onboarding: {} } })
    expect((await save()).status).toBe(503)
    expect(await run('read-only', { off: true })).toEqual({ read_only: false })
    expect((await save()).status).toBe(204)
    await expect(run('read-only', {})).rejects.toThrow('Give either --on or --off.')
    await expect(run('read-only', { on: true, off: true })).rejects.toThrow('--on or --off')
  })
})
