import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { aViewRow } from '@playhead/testing/rows/view-rows.ts'
import { insertDeliveries, insertTenants } from './insert-tenants.sql.ts'
import type { makeMeter, Measured } from './make-meter.ts'

const hourMs = 3_600_000
const viewsOfEnvironment = 10

/** What counting one more hour costs: those of the last 26 hours are counted again, because they are open. */
export const measureHour = async (
  {
    postgres,
    clickhouse,
    meter,
  }: { postgres: Database; clickhouse: ClickHouse; meter: ReturnType<typeof makeMeter> },
  environments: number,
  measured: Measured,
) => {
  const until = new Date(Math.floor(Date.now() / hourMs) * hourMs)
  const since = new Date(until.getTime() - 30 * hourMs)
  const tenants = await insertTenants(postgres, {
    organizations: Math.ceil(environments / 10),
    environments: 10,
    since,
  })
  const addHour = async (hour: Date) => {
    await insertDeliveries(postgres, hour)
    const rows = tenants.flatMap(({ id, asset_id: assetId }) =>
      Array.from({ length: viewsOfEnvironment }, (_, index) => {
        const start = hour.getTime() + index * 60_000
        const row = aViewRow({ id }, { asset_id: assetId, view_start: start })
        const time = (at: unknown) => new Date(at as number).toISOString()
        return {
          ...row,
          view_start: time(row.view_start),
          view_end: time(row.view_end),
          inserted_at: time(row.inserted_at),
          updated_at: time(row.updated_at),
        }
      }),
    )
    await clickhouse.insert(
      'views',
      Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
    )
  }
  for (let hour = 30; hour > 1; hour -= 1) await addHour(new Date(until.getTime() - hour * hourMs))
  meter.setTime(new Date(until.getTime() - hourMs + 1000))
  const first = await measured(() => meter.runSchedule('usage: count hours'))
  await addHour(new Date(until.getTime() - hourMs))
  meter.setTime(new Date(until.getTime() + 1000))
  const next = await measured(() => meter.runSchedule('usage: count hours'))
  const idle = await measured(() => meter.runSchedule('usage: count hours'))
  const both = ({ seconds, processorSeconds }: typeof next) =>
    `${seconds.toFixed(1)} s, ${processorSeconds.toFixed(1)} s of processor time`
  return [
    [
      'Environments, with a video, deliveries in two sizes and 10 views an hour',
      String(tenants.length),
    ],
    ['The first count, of 30 hours', both(first)],
    ['One more hour, with the 26 before it that are open', both(next)],
    [
      'Processor time for one environment and hour, in all three',
      `${((next.processorSeconds * 1000) / tenants.length).toFixed(0)} ms`,
    ],
    ['A run with nothing to count', both(idle)],
  ]
}
