import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { insertAlertPoints } from '@playhead/analytics/alerting/alert-points.sql.ts'
import { notificationsServer } from '@playhead/features/data/notifications/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertIncident } from '@playhead/testing/rows/incident-rows.ts'
import { readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { alertsServer } from '../index.ts'
import { insertNotification } from './testing-notifications.sql.ts'

const clickhouse = await makeTestClickHouse()
const { call, clock, database } = await startTestApp([alertsServer, notificationsServer], {
  clickhouse,
})
const make = aFactory(database)
const path = '/ui/v1/alert-rules'
const minuteMs = 60_000
const dayMs = 86_400_000

const setUp = async () => {
  const world = await make.world()
  const { environment } = world
  const token = await make.accessToken(environment, ['data:write'])
  const makeRule = async () => {
    const { body } = await call(path, {
      token,
      body: {
        metric: 'playback-failure-percentage',
        threshold_alert: { value: 5, area: 'above' },
        window_duration: 60,
      },
    })
    return body.data.id as string
  }
  const ruleId = await makeRule()
  /** An incident that started some time ago and lasted some minutes; null is still open. */
  const add = async (startedMs: number, minutes: number | null, columns: object = {}) => {
    const startedAt = clock.now().getTime() - startedMs
    const id = await insertIncident(database, environment, {
      started_at: new Date(startedAt).toISOString(),
      ...(minutes !== null && {
        resolved_at: new Date(startedAt + minutes * minuteMs).toISOString(),
      }),
    })
    const all = { rule_id: ruleId, resolution_reason: 'data_triggered_resolution', ...columns }
    for (const [column, value] of Object.entries(all))
      await setColumn(database, 'incidents', column, value, { id })
    return id
  }
  const figures = async (query = '') => {
    const { status, body } = await call(`${path}/${ruleId}/figures${query}`, { token })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data
  }
  return { ...world, token, ruleId, makeRule, add, figures }
}

const none = {
  incidents: 0,
  median_seconds: null,
  self_ended: 0,
  acknowledged: 0,
  at_night: 0,
  notifications_sent: 0,
  notifications_held: 0,
  incidents_per_week: 0,
  is_noisy: false,
  proposal: null,
}

describe('200', () => {
  test('a rule without incidents has zeros', async () => {
    const { ruleId, figures } = await setUp()
    expect(await figures()).toEqual({ alert_rule_id: ruleId, ...none })
  })

  test('incidents of 30 days: how long, how they ended, who looked at them, what was sent', async () => {
    const { token, ruleId, add, figures } = await setUp()
    await add(31 * dayMs, 1)
    const short = await add(2 * dayMs, 4)
    await add(3 * dayMs, 20, { acknowledged_at: new Date() })
    await add(4 * dayMs, 2, { resolution_reason: 'alert_rule_updated_triggered_resolution' })
    const open = await add(60 * minuteMs, null, { resolution_reason: null })
    const { body } = await call('/ui/v1/notification-channels', {
      token,
      body: { notification_channel: { service: 'email', value: 'a@example.com' } },
    })
    for (const [incident, status] of [
      [short, 'sent'],
      [open, 'sent'],
      [open, 'held'],
    ] as const)
      await insertNotification(database, incident, body.data.id, status)
    expect(await figures()).toEqual({
      alert_rule_id: ruleId,
      ...none,
      at_night: expect.any(Number),
      incidents: 4,
      median_seconds: 240,
      self_ended: 1,
      acknowledged: 1,
      notifications_sent: 2,
      notifications_held: 1,
      // The rule is new: its first week counts as a whole one.
      incidents_per_week: 4,
    })
  })

  test('the night is from 22 to 6 in the time zone that is asked for', async () => {
    const { add, figures } = await setUp()
    const now = clock.now().getTime()
    const midnight = Math.floor(now / dayMs) * dayMs - 2 * dayMs
    for (const hour of [0, 5.99, 6, 12, 21.99, 22])
      await add(now - midnight - hour * 60 * minuteMs, 1)
    expect((await figures()).at_night).toBe(3)
    // Twelve hours on, the same incidents began at 12, 18, 18, 0, 10 and 10.
    expect((await figures('?time_zone=Etc/GMT-12')).at_night).toBe(1)
  })

  test('a week is one of the time since the rule was made, at most of 30 days', async () => {
    const { ruleId, add, figures } = await setUp()
    for (let count = 0; count < 22; count += 1) await add((count + 1) * 10 * 60 * minuteMs, 2)
    const perWeekAfter = async (days: number) => {
      const createdAt = new Date(clock.now().getTime() - days * dayMs).toISOString()
      await setColumn(database, 'alert_rules', 'created_at', createdAt, { id: ruleId })
      return figures()
    }
    const young = await perWeekAfter(14)
    expect(young.incidents_per_week).toBeCloseTo(11)
    expect(young.is_noisy).toBe(true)
    expect((await perWeekAfter(90)).incidents_per_week).toBeCloseTo((22 * 7) / 30)
  })

  test('all rules at once, newest first, each with its own', async () => {
    const { token, ruleId, makeRule, add } = await setUp()
    const other = await makeRule()
    await add(dayMs, 1)
    const { body } = await call('/ui/v1/alert-rule-figures', { token })
    expect(body.data).toMatchObject([
      { alert_rule_id: other, incidents: 0, is_noisy: false },
      { alert_rule_id: ruleId, incidents: 1, self_ended: 1 },
    ])
  })

  test('a rule is noisy above ten a week of which most end by themselves, and a quieter value is proposed', async () => {
    const { environment, ruleId, add, figures } = await setUp()
    for (let count = 0; count < 43; count += 1) await add((count + 1) * 10 * 60 * minuteMs, 2)
    const [row] = await readRows(database, 'alert_rules', { id: ruleId })
    const until = Math.floor(clock.now().getTime() / minuteMs) * 60
    // Ten minutes of every ten hours at 10 %, and of every hundred hours at 20 %.
    const points = Array.from({ length: 30 * 1_440 }, (_, index) => {
      const minute = index % 600
      const failing = minute >= 10 ? 0 : index % 6_000 < 600 ? 48 : 24
      return {
        environment_id: environment.id,
        series_id: String(row!['series_id']),
        group_key: '',
        at: until - 60 * (30 * 1_440 - index),
        over: failing,
        under: 240,
        viewers: 480,
        attempts: 0,
        known_steps: 12,
      }
    })
    await insertAlertPoints(clickhouse, points, `figures ${environment.id}`)
    const { is_noisy: isNoisy, proposal } = await figures()
    expect(isNoisy).toBe(true)
    expect(proposal.value).toBeGreaterThanOrEqual(10)
    expect(proposal.value).toBeLessThan(20)
    expect(proposal.fired).toBe(8)
    for (let count = 0; count < 19; count += 1) await add((count + 1) * 10 * 60 * minuteMs, 6)
    expect(await figures()).toMatchObject({ is_noisy: false, proposal: null })
  })
})

test('400 for a time zone that is none, 401 without credentials, 404 for rules of others', async () => {
  const { token, ruleId } = await setUp()
  const stranger = await setUp()
  const addresses = [`${path}/${ruleId}/figures`, '/ui/v1/alert-rule-figures']
  for (const address of addresses) {
    const wrong = await call(`${address}?time_zone=Mars/Olympus`, { token })
    expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([400, ['time_zone']])
    expect((await call(address)).status).toBe(401)
  }
  for (const id of [ruleId, randomUUID(), 'nonsense'])
    expect((await call(`${path}/${id}/figures`, { token: stranger.token })).status).toBe(404)
})
