import { describe, expect, test } from 'vitest'
import { writeReadOnly } from '@playhead/server-kit/state/server-state.sql.ts'
import { insertIncident } from '@playhead/testing/rows/incident-rows.ts'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { features } from '../../apps/server/features.ts'
import {
  anAuthorizedTransport,
  startTopic,
  startRealtimeServer,
  transports,
} from './realtime-server.ts'
import { sendAlertNotice } from './testing-notices.sql.ts'

const { call, database, clock, make, connect, happen } = await startRealtimeServer()

describe.each(transports)('over %s', (transport) => {
  test('RTCH-029 the activity of an organization brings new_event, once and with its place', async () => {
    const { organization, environment, member } = await make.world()
    const activity = await startTopic(connect(transport, member), `activity:${organization.id}`)
    expect(activity.reply).toMatchObject({ status: 'ok', response: { gap: false, events: [] } })
    await happen(environment, 'one')
    await happen(environment, 'two')
    await expect.poll(() => activity.of('new_event').length).toBe(2)
    expect(activity.of('new_event')).toMatchObject([
      {
        type: 'video.asset.created',
        object: { type: 'asset', id: 'one' },
        environment: { id: environment.id, name: environment.name },
        data: { id: 'one' },
        place: expect.stringMatching(/^\d+\./),
      },
      { object: { id: 'two' } },
    ])
  })

  test('RTCH-034 what members may not open, and what is another organization’s, does not arrive', async () => {
    const { organization, environment, member, admin } = await make.world()
    const closed = await make.environment(organization)
    const stranger = await make.world()
    const name = `activity:${organization.id}`
    const regular = await startTopic(connect(transport, member), name)
    const all = await startTopic(connect(transport, admin), name)
    await happen(stranger.environment, 'foreign')
    await happen(closed, 'closed')
    await happen(environment, 'open')
    await expect.poll(() => all.of('new_event').length).toBe(2)
    await expect.poll(() => regular.of('new_event').length).toBe(1)
    expect(all.of('new_event')).toMatchObject([
      { object: { id: 'closed' } },
      { object: { id: 'open' } },
    ])
    expect(regular.of('new_event')).toMatchObject([{ object: { id: 'open' } }])
  })

  test('what happened since the place of a client comes with the reply to its join', async () => {
    const { organization, environment, member } = await make.world()
    const name = `activity:${organization.id}`
    const first = await startTopic(connect(transport, member), name)
    await happen(environment, 'heard')
    await expect.poll(() => first.of('new_event').length).toBe(1)
    const after = first.of('new_event')[0]!['place'] as string
    first.channel.leave()
    await happen(environment, 'missed')
    await happen(environment, 'missed too')
    const second = await startTopic(connect(transport, member), name, { after })
    expect(second.reply.response).toMatchObject({
      gap: false,
      events: [{ object: { id: 'missed' } }, { object: { id: 'missed too' } }],
    })
    await happen(environment, 'next')
    await expect.poll(() => second.of('new_event').length).toBe(1)
    expect(second.of('new_event')).toMatchObject([{ object: { id: 'next' } }])
  })

  test('alerts say that incidents of the environment opened or ended, and of no other', async () => {
    const { environment, member, organization } = await make.world()
    const stranger = await make.world()
    const joinAs = (person: typeof member, { id }: { id: string }) =>
      startTopic(connect(transport, person), `alerts:${id}`)
    const alerts = await joinAs(member, environment)
    const others = await joinAs(stranger.member, stranger.environment)
    expect(alerts.reply.status).toBe('ok')
    const id = await insertIncident(database, environment, {
      started_at: clock.now().toISOString(),
    })
    await sendAlertNotice(database)
    await expect.poll(() => alerts.of('incidents_changed')).toEqual([{ open_count: 1 }])
    const resolved = await call(`/ui/v1/alert-incidents/${id}/resolve`, {
      as: member,
      organization,
      environment,
      method: 'POST',
    })
    expect(resolved.status).toBe(200)
    await expect.poll(() => alerts.of('incidents_changed')).toHaveLength(2)
    expect(alerts.of('incidents_changed')[1]).toEqual({ open_count: 0 })
    expect(others.received).toEqual([])
  })

  test('no topic of another organization is joined, nor its alerts by members who may not open the environment', async () => {
    const { organization, environment, member, admin } = await make.world()
    const stranger = await make.world()
    const closed = await make.environment(organization)
    const join = async (person: typeof member, topic: string) => {
      const { reply, channel, received } = await startTopic(connect(transport, person), topic)
      if (reply.status === 'error') channel.leave()
      return { reply, received }
    }
    const refused = { status: 'error', response: { reason: 'unmatched topic' } }
    const patterns = features.flatMap(({ topics }) => topics.map(({ pattern }) => pattern))
    const names = patterns
      .filter((pattern) => pattern.includes('{'))
      .map((pattern) =>
        pattern
          .replace('{organization_id}', organization.id)
          .replace('{environment_id}', environment.id),
      )
    expect(names).toContain(`alerts:${environment.id}`)
    for (const name of names) {
      expect([name, (await join(stranger.admin, name)).reply]).toEqual([name, refused])
      expect([name, (await join(member, name)).reply.status]).toEqual([name, 'ok'])
    }
    expect((await join(member, `alerts:${closed.id}`)).reply).toEqual(refused)
    expect((await join(admin, `alerts:${closed.id}`)).reply.status).toBe('ok')
  })

  test('RTCH-033 the system channel brings read_only when the mode begins and ends', async () => {
    const { member } = await make.world()
    const system = await startTopic(connect(transport, member), 'system', { build: 'test' })
    expect(system.reply).toEqual({ status: 'ok', response: { build: 'test', read_only: false } })
    await writeReadOnly(database, true)
    await expect.poll(() => system.received).toHaveLength(1)
    await writeReadOnly(database, false)
    await expect.poll(() => system.received).toHaveLength(2)
    expect(system.received).toEqual([
      { event: 'read_only', payload: { read_only: true } },
      { event: 'read_only', payload: { read_only: false } },
    ])
  })

  test('RTCH-031 RTCH-032 the system channel brings build_refresh to a page of another build', async () => {
    const { member } = await make.world()
    const system = await startTopic(connect(transport, member), 'system', { build: 'older' })
    await expect
      .poll(() => system.received)
      .toEqual([{ event: 'build_refresh', payload: { build: 'test' } }])
  })

  test('RTCH-030 the onboarding of an organization brings property_status_change', async () => {
    const { organization, environment, member } = await make.world()
    const closed = await make.environment(organization)
    const onboarding = await startTopic(connect(transport, member), `onboarding:${organization.id}`)
    expect(onboarding.reply.response).toEqual({
      properties: [{ property_id: environment.id, status: 'waiting' }],
    })
    for (const { id } of [closed, environment])
      await setColumn(database, 'environments', 'status', 'views_processing', { id })
    await expect
      .poll(() => onboarding.received)
      .toEqual([
        {
          event: 'property_status_change',
          payload: { property_id: environment.id, status: 'views_processing' },
        },
      ])
  })
})

test('a client that was away for more than an hour is sent a gap instead of the events', async () => {
  const { organization, environment, member } = await make.world()
  const name = `activity:${organization.id}`
  const first = await startTopic(connect('websocket', member), name)
  await happen(environment, 'missed')
  clock.advance(3601)
  const after = first.reply.response['place']
  const second = await startTopic(connect('websocket', member), name, { after })
  expect(second.reply.response).toMatchObject({ gap: true, events: [] })
})

test('a program joins with an access token, for its environment; without video:read it receives no events', async () => {
  const { organization, environment } = await make.world()
  const other = await make.environment(organization)
  const token = await make.accessToken(environment, ['video:read'])
  const socket = connect('websocket', {}, { transport: anAuthorizedTransport(token) })
  const activity = await startTopic(socket, `activity:${organization.id}`)
  expect(activity.reply.status).toBe('ok')
  await happen(other, 'other')
  await happen(environment, 'own')
  await expect.poll(() => activity.of('new_event')).toMatchObject([{ object: { id: 'own' } }])

  const blind = await make.accessToken(environment, ['data:read'])
  const reader = connect('websocket', {}, { transport: anAuthorizedTransport(blind) })
  const quiet = await startTopic(reader, `activity:${organization.id}`)
  expect(quiet.reply.status).toBe('ok')
  await happen(environment, 'next')
  await expect.poll(() => activity.of('new_event').length).toBe(2)
  expect(quiet.received).toEqual([])
  const again = await startTopic(reader, `activity:${organization.id}`, {
    after: activity.reply.response['place'],
  })
  expect(again.reply.response).toMatchObject({ events: [] })
})
