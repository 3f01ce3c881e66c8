import { describe, expect, test } from 'vitest'
import { aFactory } from '@playhead/testing/factories.ts'
import { countRows, readChanges, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { environmentsServer } from '@playhead/features/account/environments/server'
import { teamServer } from './index.ts'

const { call, database } = await startTestApp([teamServer, environmentsServer])
const make = aFactory(database)

const setUp = async () => {
  const world = await make.world()
  const second = await make.environment(world.organization)
  return {
    ...world,
    second,
    asAdmin: { as: world.admin, organization: world.organization },
    asMember: { as: world.member, organization: world.organization },
  }
}
type World = Awaited<ReturnType<typeof setUp>>

const setEnvironments = (
  caller: World['asAdmin'],
  user: { id: string },
  environments: { id: string }[],
) =>
  call(`/ui/v1/users/${user.id}/environments`, {
    ...caller,
    method: 'PUT',
    body: { user: { environments: environments.map(({ id }) => id) } },
  })

const remove = (caller: World['asAdmin'], organization: { id: string }, user: { id: string }) =>
  call(`/ui/v1/organizations/${organization.id}/remove-user`, {
    ...caller,
    body: { user_id: user.id },
  })

describe('200 and 204', () => {
  test('ACCT-007 ACCT-019 lists the people of the organization with what they may open', async () => {
    const { asAdmin, admin, member, environment, second } = await setUp()
    await make.world()
    const { status, body } = await call('/ui/v1/users', asAdmin)
    expect(status).toBe(200)
    expect(body).toMatchObject({ total_row_count: 2, page: 1, limit: 25 })
    const byId = new Map(body.data.map((user: { id: string }) => [user.id, user]))
    expect(byId.get(member.id)).toEqual({
      id: member.id,
      first_name: 'Test',
      last_name: 'Person',
      email: member.email,
      organization_admin: false,
      environments: [environment.id],
      last_seen_at: expect.any(String),
    })
    expect(byId.get(admin.id)).toMatchObject({
      organization_admin: true,
      environments: [environment.id, second.id],
    })
  })

  test('ACCT-033 sets which environments a person may open, from then on', async () => {
    const { asAdmin, asMember, organization, member, environment, second } = await setUp()
    const updated = await setEnvironments(asAdmin, member, [second, second])
    expect(updated).toMatchObject({ status: 200, body: { data: { environments: [second.id] } } })
    const seen = await call('/ui/v1/environments', asMember)
    expect(seen.body.data.map((row: { id: string }) => row.id)).toEqual([second.id])
    expect((await setEnvironments(asAdmin, member, [])).body.data.environments).toEqual([])
    expect((await call('/ui/v1/environments', asMember)).body.data).toEqual([])
    expect(await readChanges(database, organization.id)).toMatchObject([
      {
        action: 'user.environments_updated',
        subject_id: member.id,
        detail: { from: [environment.id], to: [second.id] },
      },
      { detail: { from: [second.id], to: [] } },
    ])
  })

  test('ACCT-030 ACCT-031 a removed person leaves the list and loses access at once', async () => {
    const { asAdmin, asMember, organization, member } = await setUp()
    expect((await call('/ui/v1/environments', asMember)).status).toBe(200)
    expect((await remove(asAdmin, organization, member)).status).toBe(204)
    expect((await call('/ui/v1/environments', asMember)).status).toBe(404)
    expect((await call('/ui/v1/users', asAdmin)).body.total_row_count).toBe(1)
    expect(await countRows(database, 'environment_access', { user_id: member.id })).toBe(0)
    expect(await countRows(database, 'users', { id: member.id })).toBe(1)
    expect(await readChanges(database, organization.id)).toMatchObject([
      { action: 'user.removed', subject_id: member.id, subject_name: member.email },
    ])
  })

  test('ACCT-030 an admin may leave when another one stays', async () => {
    const { asAdmin, organization, admin, member } = await setUp()
    await setColumn(database, 'memberships', 'admin', true, { user_id: member.id })
    expect((await remove(asAdmin, organization, admin)).status).toBe(204)
    expect((await call('/ui/v1/users', asAdmin)).status).toBe(404)
  })

  test('ACCT-030 of two admins who leave at the same time one stays', async () => {
    const { asAdmin, asMember, organization, admin, member } = await setUp()
    await setColumn(database, 'memberships', 'admin', true, { user_id: member.id })
    const answers = await Promise.all([
      remove(asAdmin, organization, admin),
      remove(asMember, organization, member),
    ])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([204, 400])
  })
})

test('400 ACCT-031 the last admin stays', async () => {
  const { asAdmin, organization, admin } = await setUp()
  for (const refused of [
    await remove(asAdmin, organization, admin),
    await call(`/ui/v1/users/${admin.id}`, { ...asAdmin, method: 'DELETE' }),
  ])
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { fields: { user_id: ['An organization needs at least one admin.'] } } },
    })
  expect(await countRows(database, 'memberships', { organization_id: organization.id })).toBe(2)
  expect(await readChanges(database, organization.id)).toEqual([])
})

test('401 without a session', async () => {
  const { organization } = await setUp()
  expect((await call('/ui/v1/users', { organization })).status).toBe(401)
})

test('403 ACCT-035 regular members neither see nor change the team', async () => {
  const { asMember, organization, admin, member, second } = await setUp()
  const answers = [
    await call('/ui/v1/users', asMember),
    await setEnvironments(asMember, member, [second]),
    await remove(asMember, organization, admin),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403])
  expect(await countRows(database, 'memberships', { organization_id: organization.id })).toBe(2)
  expect(await countRows(database, 'environment_access', { environment_id: second.id })).toBe(0)
})

test('404 for people, environments and organizations of another person', async () => {
  const { asAdmin, organization, member, environment, second } = await setUp()
  const stranger = await make.world()
  const answers = [
    await setEnvironments(asAdmin, stranger.member, [second]),
    await setEnvironments(asAdmin, member, [second, stranger.environment]),
    await setEnvironments(asAdmin, { id: 'nonsense' }, [second]),
    await remove(asAdmin, organization, stranger.member),
    await remove(asAdmin, stranger.organization, stranger.member),
    await remove(asAdmin, { id: 'nonsense' }, member),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404, 404])
  expect(await countRows(database, 'environment_access', { user_id: member.id })).toBe(1)
  expect(await countRows(database, 'environment_access', { environment_id: environment.id })).toBe(
    1,
  )
  const { id } = stranger.organization
  expect(await countRows(database, 'memberships', { organization_id: id })).toBe(2)
  expect(await readChanges(database, organization.id)).toEqual([])
})
