import { usageServer } from '@playhead/features/account/usage/server'
import type { Database } from '@playhead/postgres/client.ts'
import {
  analyzeTables,
  insertHours,
  insertPrices,
  insertTenants,
  sumDays,
} from './insert-tenants.sql.ts'
import type { makeMeter } from './make-meter.ts'

const listUsage = usageServer.endpoints.find(({ name }) => name === 'list')!.handler

const medianOf = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!

/** The usage of a year by day, with its cost, against one statement that only adds up; both in turns. */
export const measureYear = async (
  { postgres, meter }: { postgres: Database; meter: ReturnType<typeof makeMeter> },
  rounds: number,
) => {
  const from = new Date('2025-01-01T00:00:00Z')
  const until = new Date('2026-01-01T00:00:00Z')
  await insertPrices(postgres, from)
  const tenants = await insertTenants(postgres, { organizations: 3, environments: 5, since: from })
  await insertHours(postgres, { from, until })
  await analyzeTables(postgres)
  meter.setTime(until)
  const organizationId = tenants[0]!.organization_id
  const question = {
    app: meter.app,
    organization: { id: organizationId, postgres },
    query: {
      group_by: 'day',
      limit: 100,
      timeframe: [from.getTime() / 1000, until.getTime() / 1000].map(String),
    },
  } as never
  const times: { bare: number[]; product: number[] } = { bare: [], product: [] }
  let days = 0
  for (let round = 0; round < rounds; round += 1) {
    let begun = performance.now()
    await sumDays(postgres, { organizationId, from, until })
    times.bare.push(performance.now() - begun)
    begun = performance.now()
    const { data } = (await listUsage(question)) as { data: { key: string }[] }
    times.product.push(performance.now() - begun)
    days = new Set(data.map(({ key }) => key)).size
  }
  const [bare, product] = [medianOf(times.bare), medianOf(times.product)]
  return [
    ['Rows of the year, of an organization with five environments', String(5 * 5 * 365 * 24)],
    ['Days in the answer', String(days)],
    ['One bare statement, median', `${bare.toFixed(0)} ms`],
    ['Usage by day with its cost, median', `${product.toFixed(0)} ms`],
    ['Usage by day ÷ bare statement', (product / bare).toFixed(2)],
  ]
}
