import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { alertsServer } from '@playhead/features/data/alerts/server'
import { incidentsServer } from '@playhead/features/data/incidents/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertIncident } from '@playhead/testing/rows/incident-rows.ts'
import { readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { notificationsServer } from '../index.ts'
import { setEnded } from '../sending/testing-incidents.sql.ts'
import { queueChange } from './queue-change.ts'
import { releaseOpenings } from './release-openings.ts'
import { remind } from './remind.ts'

const { app, call, clock, database } = await startTestApp([
  alertsServer,
  incidentsServer,
  notificationsServer,
])
const make = aFactory(database)
const hour = 3_600

const breakdowns = [
  { id: 'cdn', name: 'cdn', value: 'a' },
  { id: 'country', name: 'country', value: '' },
]

const setUp = async () => {
  const world = await make.world()
  const { organization, environment, admin } = world
  const caller = { as: admin, organization, environment }
  const addChannel = async (service: string, value: string) => {
    const body = { notification_channel: { service, value } }
    return (await call('/ui/v1/notification-channels', { ...caller, body })).body.data.id as string
  }
  await addChannel('email', 'on-call@example.com')
  const at = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString()
  const silence = async (given: object = {}) => {
    const { body } = await call('/ui/v1/silences', {
      ...caller,
      body: { silence: { starts_at: at(-hour), ends_at: at(hour), ...given } },
    })
    return body.data.id as string
  }
  const mute = async (rules: object[]) => {
    const { body } = await call('/ui/v1/incident-notification-rules', {
      ...caller,
      body: { incident_notification_rule: { rules } },
    })
    return body.data.id as string
  }
  const change = (id: string, what: 'opened' | 'ended') =>
    database.transaction((transaction) =>
      queueChange(
        transaction,
        { id, environmentId: environment.id, type: 'threshold', channelIds: null },
        what,
      ),
    )
  const open = async (ruleId: string = randomUUID()) => {
    const id = await insertIncident(database, environment, { breakdowns, started_at: at(0) })
    await setColumn(database, 'incidents', 'rule_id', ruleId, { id })
    await change(id, 'opened')
    return id
  }
  const end = async (id: string) => {
    await setEnded(database, id)
    await change(id, 'ended')
  }
  const rowsOf = async (id: string) =>
    (await readRows(database, 'notifications', { incident_id: id }))
      .toSorted((one, other) => Number(one['id']) - Number(other['id']))
      .map((row) => [row['kind'], row['status'], row['held_by']])
  return { ...world, caller, addChannel, silence, mute, open, end, rowsOf }
}

describe('a silence', () => {
  test('holds back what opens in its time and what follows, and marks the incident', async () => {
    const { caller, silence, open, end, rowsOf } = await setUp()
    const held = await silence()
    const id = await open()
    await end(id)
    expect(await rowsOf(id)).toEqual([
      ['opened', 'held', held],
      ['ended', 'held', held],
    ])
    const incident = await call(`/ui/v1/alert-incidents/${id}`, caller)
    expect(incident.body.data.silence_id).toBe(held)
    expect((await call(`/ui/v1/silences/${held}`, caller)).body.data.incidents).toBe(1)
    clock.advance(2 * hour)
    await releaseOpenings(app)
    expect((await rowsOf(id)).map(([, status]) => status)).toEqual(['held', 'held'])
  })

  test('is over while the incident is open: its opening is sent once', async () => {
    const { silence, open, end, rowsOf } = await setUp()
    const held = await silence()
    const id = await open()
    await releaseOpenings(app)
    expect(await rowsOf(id)).toEqual([['opened', 'held', held]])
    clock.advance(hour)
    await releaseOpenings(app)
    await releaseOpenings(app)
    expect(await rowsOf(id)).toEqual([['opened', 'pending', null]])
    await end(id)
    expect((await rowsOf(id))[1]).toEqual(['ended', 'pending', null])
  })

  test('that is deleted holds nothing back any more, unless something else does', async () => {
    const { caller, silence, mute, open, rowsOf } = await setUp()
    const held = await silence()
    const id = await open()
    const rejecting = await mute([{ name: 'cdn', value: 'a' }])
    await call(`/ui/v1/silences/${held}`, { ...caller, method: 'DELETE' })
    await releaseOpenings(app)
    expect(await rowsOf(id)).toEqual([['opened', 'held', rejecting]])
    const unmute = `/ui/v1/incident-notification-rules/${rejecting}/unmute`
    await call(unmute, { ...caller, method: 'POST' })
    await releaseOpenings(app)
    expect(await rowsOf(id)).toEqual([['opened', 'pending', null]])
  })

  test('says of which rules and values', async () => {
    const { caller, silence, open, rowsOf } = await setUp()
    const { body } = await call('/ui/v1/alert-rules', {
      ...caller,
      body: {
        metric: 'current-concurrent-viewers',
        threshold_alert: { value: 1, area: 'below' },
        window_duration: 60,
      },
    })
    const ruleId = body.data.id as string
    await silence({ matches: [{ name: 'cdn', value: 'b' }] })
    await silence({
      matches: [
        { name: 'cdn', value: 'a' },
        { name: 'asn', value: '1' },
      ],
    })
    expect((await rowsOf(await open())).map(([, status]) => status)).toEqual(['pending'])
    const ofRule = await silence({ rule_ids: [ruleId] })
    expect((await rowsOf(await open())).map(([, status]) => status)).toEqual(['pending'])
    expect(await rowsOf(await open(ruleId))).toEqual([['opened', 'held', ofRule]])
    const ofUnknown = await silence({ matches: [{ name: 'country', value: '' }] })
    expect(await rowsOf(await open())).toEqual([['opened', 'held', ofUnknown]])
  })

  test('holds back no end of what was sent before it', async () => {
    const { silence, open, end, rowsOf } = await setUp()
    const id = await open()
    await silence()
    await end(id)
    expect((await rowsOf(id)).map(([kind, status]) => [kind, status])).toEqual([
      ['opened', 'pending'],
      ['ended', 'pending'],
    ])
  })

  test('of another environment holds nothing back', async () => {
    const stranger = await setUp()
    await stranger.silence()
    await stranger.mute([{ name: 'cdn', value: 'a' }])
    const { open, rowsOf } = await setUp()
    expect((await rowsOf(await open())).map(([, status]) => status)).toEqual(['pending'])
  })
})

test('ALRT-041 ALRT-042 muted values hold back, and do not mark the incident', async () => {
  const { caller, mute, open, rowsOf } = await setUp()
  await mute([
    { name: 'cdn', value: 'a' },
    { name: 'country', value: 'DE' },
  ])
  const rule = await mute([{ name: 'cdn', value: 'a' }])
  const id = await open()
  expect(await rowsOf(id)).toEqual([['opened', 'held', rule]])
  const incident = await call(`/ui/v1/alert-incidents/${id}`, caller)
  expect(incident.body.data.silence_id).toBeNull()
})

test('muted values that are deleted hold nothing back any more', async () => {
  const { caller, mute, open, rowsOf } = await setUp()
  const rule = await mute([{ name: 'cdn', value: 'a' }])
  const id = await open()
  await call(`/ui/v1/incident-notification-rules/${rule}`, { ...caller, method: 'DELETE' })
  await releaseOpenings(app)
  expect(await rowsOf(id)).toEqual([['opened', 'pending', null]])
})

test('an open incident is reminded of once a day until a person looks after it', async () => {
  const { caller, silence, open, rowsOf } = await setUp()
  const id = await open()
  const acknowledged = await open()
  const path = `/ui/v1/alert-incidents/${acknowledged}/acknowledge`
  expect((await call(path, { ...caller, method: 'POST' })).status).toBe(200)
  clock.advance(24 * hour - 60)
  await remind(app)
  expect(await rowsOf(id)).toHaveLength(1)
  clock.advance(60)
  await remind(app)
  await remind(app)
  expect((await rowsOf(id)).map(([kind]) => kind)).toEqual(['opened', 'reminder'])
  clock.advance(24 * hour)
  const held = await silence()
  await remind(app)
  expect((await rowsOf(id))[2]).toEqual(['reminder', 'held', held])
  expect((await rowsOf(acknowledged)).map(([kind]) => kind)).not.toContain('reminder')
})
