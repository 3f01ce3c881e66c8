import { beforeAll, describe, expect, test } from 'vitest'
import { accessTokensServer } from '@playhead/features/account/access-tokens/server'
import { operatorServer } from '@playhead/features/account/operator/server'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { teamServer } from '@playhead/features/account/team/server'
import { alertsServer } from '@playhead/features/data/alerts/server'
import { notificationsServer } from '@playhead/features/data/notifications/server'
import { playbackIdsServer } from '@playhead/features/video/playback-ids/server'
import { processingServer } from '@playhead/features/video/processing/server'
import { findDemoSignIn } from '@playhead/server-kit/state/server-state.sql.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { countRows, readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { keepDemoMailInside } from './demo-alerts/demo-mailbox.ts'
import { keepDemoVideos } from './demo-videos/keep-demo-videos.ts'
import { seedDemo } from './seed-demo.ts'

describe('on an empty server', async () => {
  const { app, call, database, mails } = await startTestApp([
    accessTokensServer,
    alertsServer,
    notificationsServer,
    operatorServer,
    organizationsServer,
    playbackIdsServer,
    processingServer,
    signInServer,
    teamServer,
  ])
  let cookie = ''
  let demo: { email: string; password: string } | undefined
  const ask = async (path: string, organization?: { id: string }) =>
    (await call(path, { organization, headers: { cookie } })).body

  // Two concurrent starts and a later one fill the server only once.
  beforeAll(async () => {
    await Promise.all([seedDemo(app), seedDemo(app)])
    demo = await findDemoSignIn(database)
    await seedDemo(app)
    await keepDemoVideos(app)
    const signedIn = await call('/ui/v1/session', { body: { session: demo } })
    cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  })

  test('AUTH-001 the demo person signs in with a password of this server alone', async () => {
    expect(demo?.email).toBe('demo@playhead.local')
    expect(demo?.password).toMatch(/^[a-z2-9-]{23}$/)
    expect(await findDemoSignIn(database)).toEqual(demo)
    expect(await countRows(database, 'users', { password_hash: null })).toBe(4)
    expect(await countRows(database, 'users')).toBe(5)
  })

  test('ACCT-014 they are admin of one organization and regular member of another', async () => {
    const { data } = await ask('/ui/v1/organizations')
    expect(data).toMatchObject([
      {
        name: 'Northlight TV',
        is_admin: true,
        properties: [{ name: 'Production' }, { name: 'Staging' }, { name: 'Development' }],
      },
      {
        name: 'Harbour Pictures',
        is_admin: false,
        subscription: { current_plan: 'Free' },
        properties: [{ name: 'Production' }],
      },
    ])
  })

  test('ASST-002 there are videos in production, waiting for their files to be made', async () => {
    const rows = await readRows(database, 'assets')
    expect(rows.map(({ title, status }) => [title, status]).toSorted()).toEqual([
      ['Aurora Station: official trailer', 'preparing'],
      ['Harbour Lights: season two teaser', 'preparing'],
      ['Paper Boats: a first look', 'preparing'],
    ])
    expect(await countRows(database, 'jobs', { kind: 'asset.ingest' })).toBe(3)
  })

  test('ALRT-018 ALRT-029 production has alert rules, a mailbox whose mail stays in the outbox, and a silence', async () => {
    const [northlight] = (await ask('/ui/v1/organizations')).data
    const [{ id }] = northlight.properties
    const listed = async (path: string) =>
      (await ask(`/ui/v1/${path}?environment_id=${id}`, northlight)).data
    const rules = await listed('alert-rules')
    expect(rules).toMatchObject([
      { name: 'Picture on TVs', metric: 'current-average-bitrate', severity: 'warning' },
      { name: 'The audience is gone', metric: 'current-concurrent-viewers', severity: 'warning' },
      { metric: 'playback-failure-percentage', group_by: [] },
      { metric: 'current-rebuffering-percentage', group_by: ['cdn', 'country'] },
    ])
    expect(await listed('notification-channels')).toMatchObject([
      { service: 'email', value: 'on-call@northlight.example', enabled: true },
    ])
    expect(await listed('silences')).toMatchObject([
      { note: 'Releases of the TV app', repeats: 'weekly', rule_ids: [rules[0].id] },
    ])
  })

  test('ACCT-019 ACCT-021 ACCT-054 there are people, an invite, tokens and a trail to look at', async () => {
    const [northlight] = (await ask('/ui/v1/organizations')).data
    expect((await ask('/ui/v1/users', northlight)).total_row_count).toBe(4)
    expect((await ask('/ui/v1/invites', northlight)).total_row_count).toBe(1)
    expect((await ask('/ui/v1/access-tokens', northlight)).data).toHaveLength(2)
    // Three named dimensions, a dashboard, and the sign-in of this test.
    const notes = await countRows(database, 'annotations')
    const { total_row_count: changes } = await ask('/ui/v1/organization/changes', northlight)
    expect(changes).toBe(13 + notes + 3 + 1 + 1)
    expect(await mails()).toEqual([])
  })

  test('no mail server is given the mailbox of the demo', async () => {
    const enabled = async () =>
      (await readRows(database, 'notification_channels')).map((row) => row['is_enabled'])
    await keepDemoMailInside(app)
    expect(await enabled()).toEqual([true])
    const withServer = { ...app, settings: { ...app.settings, smtpUrl: 'smtp://mail.example' } }
    await keepDemoMailInside(withServer)
    await keepDemoMailInside(withServer)
    expect(await enabled()).toEqual([false])
    expect(
      await countRows(database, 'changes', { action: 'notification_channel.switched_off' }),
    ).toBe(1)
  })

  test('AUTH-001 a password that was changed is no longer offered', async () => {
    const [row] = await readRows(database, 'users', { email: 'demo@playhead.local' })
    const where = { id: String(row?.['id']) }
    await setColumn(database, 'users', 'password_hash', 'of another password', where)
    expect(await findDemoSignIn(database)).toBeUndefined()
    await setColumn(database, 'users', 'password_hash', String(row?.['password_hash']), where)
    expect(await findDemoSignIn(database)).toEqual(demo)
  })

  test('they are no staff: the operator pages are closed to them', async () => {
    expect((await call('/ui/v1/operator/organizations', { headers: { cookie } })).status).toBe(403)
    expect(await countRows(database, 'users', { internal: true })).toBe(0)
  })
})

describe('nothing is made', async () => {
  const { app, database } = await startTestApp([])

  test('when the demo is switched off', async () => {
    await seedDemo({ ...app, settings: { ...app.settings, isDemo: false } })
    expect(await countRows(database, 'users')).toBe(0)
    expect(await findDemoSignIn(database)).toBeUndefined()
  })

  test('when the server has a person already', async () => {
    await aFactory(database).person()
    await seedDemo(app)
    expect(await countRows(database, 'organizations')).toBe(0)
    expect(await countRows(database, 'users')).toBe(1)
  })
})
