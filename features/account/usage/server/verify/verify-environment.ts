import type { Meter } from '@playhead/domain/usage.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { chunksOf, hourMs, startOfHour } from '../counting/hour-range.ts'
import { findMark, lockMark } from '../counting/usage-hours.sql.ts'
import { type Source, usageSources, writeCounted } from '../counting/usage-sources.ts'
import { sumHours } from './compare-hours.sql.ts'

const dayMs = 24 * hourMs
/** Every plan keeps views for longer. */
const viewsDays = 30
const tolerated = 0.001

export interface Comparison {
  meter: Meter
  counted: number
  in_sources: number
  differs: boolean
}

interface Sum {
  counted: number
  inSources: number
}

interface Asked {
  now: Date
  /** Only hours of the last so many days. */
  days?: number | undefined
  /** Whether differences become revisions. */
  corrects: boolean
}

const startOf = async (environment: Environment, source: Source, { now, days }: Asked) => {
  const first = startOfHour((await source.first(environment)) ?? now)
  const most = Math.min(days ?? Infinity, source.name === 'views' ? viewsDays : Infinity)
  if (most === Infinity) return first
  const from = startOfHour(new Date(now.getTime() - most * dayMs))
  return from > first ? from : first
}

const differs = (counted: number, inSources: number) =>
  Math.abs(counted - inSources) > Math.max(counted, inSources) * tolerated

/** Compares the closed hours of a source with what the source says now. */
const verifySource = async (environment: Environment, source: Source, asked: Asked) => {
  const mark = await findMark(environment, source.name)
  const sums = new Map<Meter, Sum>(
    source.meters.map((meter) => [meter, { counted: 0, inSources: 0 }]),
  )
  const add = (meter: string, field: 'counted' | 'inSources', quantity: number) => {
    const sum = sums.get(meter as Meter)
    if (sum) sum[field] += quantity
  }
  if (mark)
    for (const chunk of chunksOf({
      from: await startOf(environment, source, asked),
      until: mark.closed_until,
    }))
      await environment.postgres.transaction(async (transaction) => {
        const tenant = within(environment, transaction)
        const { closed_until: closedUntil } = await lockMark(tenant, source.name)
        const counted = await source.count(tenant, chunk, chunk.until)
        for (const row of await sumHours(tenant, chunk, source))
          add(row.meter, 'counted', row.quantity)
        for (const row of counted.rows) add(row.meter, 'inSources', Number(row.quantity))
        if (asked.corrects) await writeCounted(tenant, source, chunk, { closedUntil, counted })
      })
  return sums
}

const rounded = (quantity: number) => Math.round(quantity * 1000) / 1000

/** Delivered seconds have two sources; each hour has one of them. */
export const verifyEnvironment = async (
  environment: Environment,
  asked: Asked,
): Promise<Comparison[]> => {
  const sums = new Map<Meter, Sum>()
  for (const source of usageSources)
    for (const [meter, sum] of await verifySource(environment, source, asked)) {
      const { counted, inSources } = sums.get(meter) ?? { counted: 0, inSources: 0 }
      sums.set(meter, { counted: counted + sum.counted, inSources: inSources + sum.inSources })
    }
  return [...sums].map(([meter, { counted, inSources }]) => ({
    meter,
    counted: rounded(counted),
    in_sources: rounded(inSources),
    differs: differs(counted, inSources),
  }))
}
