import { expect, test } from 'vitest'
import { incidentsServer } from '@playhead/features/data/incidents/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertIncident } from '@playhead/testing/rows/incident-rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { Evaluator } from '../evaluation/evaluator.ts'
import { alertsServer } from '../index.ts'
import { anAudience } from '../testing-audience.ts'

const clickhouse = await makeTestClickHouse()
const { app, call, clock, database } = await startTestApp([alertsServer, incidentsServer], {
  clickhouse,
})
const make = aFactory(database)

const country = (value: string, failed: number) => ({ viewers: 20, failed, country: value })

const setUp = async () => {
  const world = await make.world()
  const token = await make.accessToken(world.environment, ['data:write'])
  const startsAt = Math.ceil(Date.now() / 60_000) * 60 + 7_200
  const audience = anAudience(clickhouse, world.environment, clock, startsAt)
  const rules = '/ui/v1/alert-rules'
  const made = await call(rules, {
    token,
    body: {
      metric: 'playback-failure-percentage',
      threshold_alert: { value: 5, area: 'above' },
      window_duration: 60,
      window_min_views: 10,
      group_by: ['country'],
    },
  })
  const rule = `${rules}/${made.body.data.id}`
  const evaluator = new Evaluator(app)
  const pass = async (seconds: number, failed: number) => {
    await audience.write(seconds, [country('US', failed), country('DE', 0)])
    await evaluator.judgeReady()
  }
  const pointsOf = (id: string) => call(`/ui/v1/alert-incidents/${id}/points`, { token })
  return { ...world, token, startsAt, rule, pass, pointsOf }
}

test('the minutes of the group of an incident, from before it on, until its rule watches something else', async () => {
  const { token, startsAt, rule, pass, pointsOf } = await setUp()
  await pass(120, 0)
  await pass(120, 4)
  const { body } = await call('/ui/v1/alert-incidents', { token })
  const [incident] = body.data
  expect(incident.breakdowns).toEqual([{ id: 'country', name: 'country', value: 'US' }])
  const recorded = await pointsOf(incident.id)
  expect(recorded.status).toBe(200)
  expect(recorded.body.data).toEqual([
    { time: startsAt, metric_value: 0 },
    { time: startsAt + 60, metric_value: 0 },
    { time: startsAt + 120, metric_value: 20 },
    { time: startsAt + 180, metric_value: 20 },
  ])
  await call(rule, { token, method: 'PATCH', body: { group_by: [] } })
  expect((await pointsOf(incident.id)).body).toEqual({ data: [] })
  await call(rule, { token, method: 'DELETE' })
  expect((await pointsOf(incident.id)).body).toEqual({ data: [] })
})

test('404 for incidents of another environment', async () => {
  const { pointsOf } = await setUp()
  const stranger = await make.world()
  const foreign = await insertIncident(database, stranger.environment)
  expect((await pointsOf(foreign)).status).toBe(404)
})
