import { expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertIncident } from '@playhead/testing/rows/incident-rows.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { alertsServer } from '../index.ts'

const clickhouse = await makeTestClickHouse()
const { call, clock, database } = await startTestApp([alertsServer], { clickhouse })
const make = aFactory(database)

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour)).toISOString()
const second = (hour: number) => Date.parse(at(hour)) / 1000

const setUp = async () => {
  const world = await make.world()
  const { organization, environment } = world
  const caller = { as: world.member, organization, environment }
  const add = (given: Parameters<typeof insertIncident>[2] = {}) =>
    insertIncident(database, environment, given)
  const read = async (address: string) => (await call(address, caller)).body.data
  const marks = async (query: string) =>
    ((await read(`/ui/v1/alert-incident-marks?${query}`)) as { id: string }[]).map(({ id }) => id)
  return { ...world, caller, add, read, marks }
}

test('the marks of a time range are the incidents that touch it, of the metrics that are asked for', async () => {
  const { add, marks, read } = await setUp()
  const stranger = await make.world()
  await insertIncident(database, stranger.environment, { started_at: at(10) })
  await add({ started_at: at(6), resolved_at: at(8) })
  const before = await add({ started_at: at(8), resolved_at: at(10), measurement: 'views' })
  const inside = await add({ started_at: at(10), severity: 'warning', type: 'anomaly' })
  await add({ started_at: at(12) })
  const range = `from=${second(9)}&until=${second(12)}`
  expect(await marks(range)).toEqual([inside, before])
  expect(await marks(`${range}&measurements[]=views&measurements[]=other`)).toEqual([before])
  const now = new Date(at(11))
  clock.now = () => now
  expect(await marks(`from=${second(9)}`)).toEqual([inside, before])
  expect(await read(`/ui/v1/alert-incident-marks?${range}&measurements[]=error_rate`)).toEqual([
    {
      id: inside,
      type: 'anomaly',
      status: 'open',
      severity: 'warning',
      measurement: 'error_rate',
      description: 'Many views fail',
      start_time: second(10),
      end_time: null,
    },
  ])
})

test.each(['', 'from=x', 'from=-1', 'from=20&until=10', 'from=99999999999', 'from=1.5'])(
  'the range "%s" is refused',
  async (query) => {
    const { caller } = await setUp()
    for (const path of ['alert-incident-marks', 'alert-summary']) {
      const { status, body } = await call(`/ui/v1/${path}?${query}`, caller)
      expect([status, body.error.type]).toEqual([400, 'invalid_parameters'])
    }
  },
)

test('a summary has the three incidents that affected the most views, and says how many there were', async () => {
  const { add, read } = await setUp()
  const ids: string[] = []
  for (const affected of [5, 700, 40, 90])
    ids.push(await add({ started_at: at(10), resolved_at: at(11), affected_views: affected }))
  await add({ started_at: at(2), resolved_at: at(3), affected_views: 9_000 })
  const found = await read(`/ui/v1/alert-summary?from=${second(9)}&until=${second(12)}`)
  expect(found.worst.map(({ id }: { id: string }) => id)).toEqual([ids[1], ids[3], ids[2]])
  expect(found).toMatchObject({ incident_count: 4, rule_count: 0, anomalies: 'off' })
})

test('a summary says what is watched: rules that are on, and anomalies once there is enough to compare with', async () => {
  const { admin, caller, environment, read } = await setUp()
  const asAdmin = { ...caller, as: admin }
  const watched = async () => {
    const { rule_count: rules, anomalies } = await read(`/ui/v1/alert-summary?from=${second(9)}`)
    return [rules, anomalies]
  }
  const now = new Date(at(11))
  clock.now = () => now
  const rule = {
    metric: 'playback-failure-percentage',
    threshold_alert: { value: 5, area: 'above' },
    window_duration: 300,
  }
  for (const isEnabled of [true, false])
    await call('/ui/v1/alert-rules', { ...asAdmin, body: { ...rule, is_enabled: isEnabled } })
  expect(await watched()).toEqual([1, 'off'])
  await call('/ui/v1/anomaly-settings', {
    ...asAdmin,
    method: 'PATCH',
    body: { is_enabled: true },
  })
  expect(await watched()).toEqual([1, 'learning'])
  const addViews = aViewFactory(clickhouse, environment)
  await addViews({ view_end: now.getTime() - 20 * 86_400_000 })
  expect(await watched()).toEqual([1, 'on'])
})
