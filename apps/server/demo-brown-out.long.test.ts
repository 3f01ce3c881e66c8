import { expect, test } from 'vitest'
import { Audience } from '@playhead/audience/audience.ts'
import { brownOut, incidentsAround } from '@playhead/audience/world/incidents.ts'
import { northlight } from '@playhead/audience/world/world.ts'
import { AnomalySearch, alertsServer } from '@playhead/features/data/alerts/server'
import { incidentsServer } from '@playhead/features/data/incidents/server'
import { notificationsServer } from '@playhead/features/data/notifications/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { readRows } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { fillHistory } from './demo-history.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const { app, call, clock, database } = await startTestApp(
  [alertsServer, incidentsServer, notificationsServer],
  { clickhouse: await makeTestClickHouse() },
)

const brownOutOf = (day: number) =>
  incidentsAround(day * dayMs).find(({ kind }) => kind === 'cdn_brownout')

/** The newest day whose brown-out is over. The test looks at two o'clock in the night after it. */
const days = Array.from({ length: 8 }, (_, ago) => Math.floor(Date.now() / dayMs) - 1 - ago)
const day = days.find((one) => brownOutOf(one) !== undefined)!
const planted = brownOutOf(day)!
const now = new Date((day + 1) * dayMs + 2 * hourMs)
clock.now = () => now

const momentOf = (value: unknown) => new Date(value as Date).getTime()

/** Whatever the search calls a cause lasts a little longer than the cause: its windows are long. */
const isDuring = ({ from, to }: { from: number; to: number }) =>
  from < planted.to + hourMs && to > planted.from

test('the brown-out of the demo is found by a rule and as an anomaly, with the CDN and the country that were planted', async () => {
  const { environment } = await aFactory(database).world()
  const token = await aFactory(database).accessToken(environment, ['data:write'])
  // That evening, and the same one of the four weeks before it, from which the search knows what is usual.
  const audience = new Audience(northlight, '1')
  const facts = { environmentId: environment.id, retentionDays: 100 }
  for (let week = 0; week <= 4; week += 1) {
    const to = now.getTime() - week * 7 * dayMs
    await fillHistory(
      { from: to - 11 * hourMs, to, overBy: now.getTime() },
      {
        app,
        target: { audience, facts },
        signal: new AbortController().signal,
        reached: async () => undefined,
      },
    )
  }

  const ask = async (path: string, method: string, body: object) => {
    const answer = await call(path, { token, method, body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.data
  }
  await ask('/ui/v1/anomaly-settings', 'PATCH', { is_enabled: true, look_back_days: 1 })
  await new AnomalySearch(app).judgeReady()
  const anomalies = (await readRows(database, 'incidents', { environment_id: environment.id })).map(
    (row) => ({
      what: String(row['description']),
      from: momentOf(row['started_at']),
      to: row['resolved_at'] === null ? Infinity : momentOf(row['resolved_at']),
      values: (row['breakdowns'] as { id: string; value: string }[]).map(
        ({ id, value }) => `${id} ${value}`,
      ),
    }),
  )
  console.log(anomalies.map(({ what, from }) => `${new Date(from).toISOString()} ${what}`))
  const values = anomalies.filter(isDuring).flatMap((one) => one.values)
  expect(values).toContain(`cdn ${brownOut.cdn}`)
  expect(values).toContain(`country ${brownOut.countries[0]}`)

  const { incidents } = await ask('/ui/v1/alert-rules/backtest', 'POST', {
    days: 2,
    alert_rule: {
      metric: 'current-rebuffering-percentage',
      threshold_alert: { value: 6, area: 'above' },
      window_duration: 1_800,
      window_min_views: 2,
      group_by: ['cdn', 'country'],
    },
  })
  const fired = (incidents as { start: number; end: number | null; group: string[] }[]).map(
    ({ start, end, group }) => ({
      from: start * 1000,
      to: end === null ? Infinity : end * 1000,
      group: group.join(' '),
    }),
  )
  console.log(fired.map(({ group, from }) => `${new Date(from).toISOString()} ${group}`))
  expect(fired.filter(isDuring).map(({ group }) => group)).toContain(
    [brownOut.cdn, ...brownOut.countries].join(' '),
  )
}, 600_000)
