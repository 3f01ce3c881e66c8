import { expect, test } from 'vitest'
import { recordChange } from '@playhead/server-kit/audit/changes.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { readChanges, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { features } from '../../apps/server/features.ts'

const { app, call, clock, database } = await startTestApp(features, {
  settings: { PLAYHEAD_TRUST_PROXY: '1', PLAYHEAD_AUDIT_DAYS: '90' },
})
const make = aFactory(database)
const headers = { 'x-forwarded-for': '203.0.113.77', 'user-agent': 'Firefox/140' }

const setUp = async () => {
  const organization = await make.organization()
  const password = 'a calm river of copper'
  const member = await make.person({ password })
  const admin = await make.person()
  await make.membership(organization, member)
  await make.membership(organization, admin, { isAdmin: true })
  const signIn = (given: string) =>
    call('/ui/v1/session', { body: { session: { email: member.email, password: given } }, headers })
  const list = async (query = '', more = {}) => {
    await app.afterResponse.settle(60)
    return (
      await call(`/ui/v1/organization/changes?${query}`, { as: admin, organization, headers: more })
    ).body
  }
  return { organization, member, admin, password, signIn, list }
}

test('sign-ins of members and failed ones are changes, with the network and the client', async () => {
  const { organization, member, password, signIn, list } = await setUp()
  const other = await make.organization()
  await make.membership(other, member)
  expect((await signIn('not the password')).status).toBe(401)
  expect((await signIn(password)).status).toBe(201)
  const from = { network: '203.0.113.0/24', user_agent: 'Firefox/140' }
  const { data } = await list()
  const byAction = (one: { action: string }, next: { action: string }) =>
    one.action.localeCompare(next.action)
  expect(data.toSorted(byAction)).toMatchObject([
    {
      action: 'user.sign_in_failed',
      actor_kind: 'unknown',
      actor_email: null,
      subject_id: member.id,
      subject_name: member.email,
      detail: { method: 'password' },
      ...from,
    },
    { action: 'user.signed_in', actor_kind: 'user', actor_email: member.email, ...from },
  ])
  expect((await list('actor=unknown')).data).toHaveLength(1)
  const lines = (await list('', { accept: 'text/csv' })).trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/,network,user_agent$/)
  expect(lines[1]).toMatch(/,203\.0\.113\.0\/24,Firefox\/140$/)
  expect(await readChanges(database, other.id)).toHaveLength(2)
  expect(JSON.stringify(await readChanges(database, organization.id))).not.toContain('203.0.113.77')
})

test('refused tries beyond the limit do not fill the list', async () => {
  const { signIn, list } = await setUp()
  const statuses: number[] = []
  for (let time = 0; time < 15; time += 1) statuses.push((await signIn('wrong')).status)
  const failed = statuses.filter((status) => status === 401).length
  expect(statuses.at(-1)).toBe(429)
  expect((await list()).total_row_count).toBe(failed)
})

test('what staff do as an admin begins and ends with a change, also when they sign out', async () => {
  const { organization, list } = await setUp()
  const staff = await make.person({ isStaff: true })
  const begin = () =>
    call('/ui/v1/masquerade', {
      as: staff,
      body: { masquerade: { organization_id: organization.id } },
      headers,
    })
  expect((await begin()).status).toBe(204)
  expect((await call('/ui/v1/session', { as: staff, method: 'DELETE', headers })).status).toBe(204)
  const { data } = await list()
  expect(data.map(({ action }: { action: string }) => action).toSorted()).toEqual([
    'masquerade.began',
    'masquerade.ended',
  ])
  for (const row of data)
    expect(row).toMatchObject({ actor_email: staff.email, network: '203.0.113.0/24' })
})

test('changes are deleted after the days that the operator sets, which the list notes', async () => {
  const { organization, list } = await setUp()
  const untouched = await setUp()
  const record = async (subjectId: string, daysAgo: number, of = organization) => {
    const change = { action: 'environment.created', subjectId } as const
    await recordChange({ organizationId: of.id, postgres: database }, { kind: 'operator' }, change)
    const at = new Date(clock.now().getTime() - daysAgo * 86_400_000)
    await setColumn(database, 'changes', 'created_at', at, { subject_id: subjectId })
  }
  await record('oldest', 400)
  await record('older', 91)
  await record('kept', 89)
  await record('of another', 89, untouched.organization)
  const cut = features
    .flatMap(({ schedules }) => schedules)
    .find(({ name }) => name === 'audit: cut old changes')!
  await cut.run(app)
  await cut.run(app)
  const { data } = await list()
  expect(data).toMatchObject([
    {
      action: 'audit.cut',
      actor_kind: 'system',
      detail: {
        count: 2,
        before: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    },
    { subject_id: 'kept' },
  ])
  expect((await untouched.list()).data).toMatchObject([{ subject_id: 'of another' }])
})
