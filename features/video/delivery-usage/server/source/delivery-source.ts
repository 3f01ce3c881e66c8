import type { z } from 'zod'
import type { DeliverySource } from '../../contract.ts'
import type { PlayedPeriod } from './played-periods.sql.ts'

const hourMs = 3_600_000

export const nextHour = (now: Date) =>
  new Date(Math.floor(now.getTime() / hourMs) * hourMs + hourMs)

const sourceAt = (periods: readonly PlayedPeriod[], time: Date) =>
  periods.some(({ from_hour: from, until_hour: until }) => from <= time && (!until || until > time))
    ? ('views' as const)
    : ('video' as const)

/** What counts now, since when, and what counts from the next hour on, if that is something else. */
export const deliverySourceAt = (
  periods: readonly PlayedPeriod[],
  now: Date,
): z.input<typeof DeliverySource> => {
  const changes = periods.flatMap(({ from_hour: from, until_hour: until }) =>
    until ? [from, until] : [from],
  )
  const source = sourceAt(periods, now)
  const next = nextHour(now)
  const after = sourceAt(periods, next)
  return {
    source,
    since: changes.findLast((time) => time <= now)?.toISOString() ?? null,
    next: after === source ? null : { source: after, from: next.toISOString() },
  }
}
