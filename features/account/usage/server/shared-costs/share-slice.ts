import {
  centsOfPart,
  shareAmong,
  shareOverDays,
  type Stretch,
} from '@playhead/domain/rating/share-costs.ts'
import { hourMs, startOfHour } from '../counting/hour-range.ts'
import type { HourGroup, Slice } from '../report/usage-sums.sql.ts'
import type { SharedCost, SharingMonth } from './read-sharing.ts'

/** A part of a shared cost. */
export interface SharedRow {
  /** As in rows of usage: an environment, a day, or nothing for all. */
  key: string
  cost: Pick<SharedCost, 'id' | 'name' | 'sharedBy'>
  cents: bigint
}

const dayMs = 24 * hourMs

const daysOf = ({ from, until }: Stretch) => {
  const days: (Stretch & { key: string })[] = []
  for (let time = Math.floor(from.getTime() / dayMs) * dayMs; time < until.getTime(); time += dayMs)
    days.push({
      key: new Date(time).toISOString().slice(0, 10),
      from: new Date(Math.max(time, from.getTime())),
      until: new Date(Math.min(time + dayMs, until.getTime())),
    })
  return days
}

const shareInMonth = (
  month: SharingMonth,
  cost: SharedCost,
  part: Stretch,
  { organizationId, environmentId }: { organizationId: string; environmentId: string | undefined },
) => {
  const shares = shareAmong(centsOfPart(cost, month, part), month.sharers, cost.sharedBy)
  return month.sharers
    .map((sharer, index) => ({ ...sharer, cents: shares[index] ?? 0n }))
    .filter(
      (sharer) =>
        sharer.organizationId === organizationId &&
        (environmentId === undefined || sharer.id === environmentId),
    )
}

/**
 * What an organization bears in a slice: of each month its part of the time first, and of it that of each environment. So the
 * environments of all organizations add up to the whole, and the days to what the environments add up to, to the cent.
 */
export const shareSlice = (
  months: readonly SharingMonth[],
  organizationId: string,
  slice: Slice,
  by: HourGroup,
): SharedRow[] =>
  months.flatMap((month) => {
    const part = {
      from: slice.from > month.from ? slice.from : month.from,
      until: slice.until < month.until ? slice.until : month.until,
    }
    if (part.from >= part.until) return []
    return month.costs
      .flatMap((cost): SharedRow[] => {
        const own = { organizationId, environmentId: slice.environmentId }
        const shares = shareInMonth(month, cost, part, own)
        if (by === 'environment') return shares.map(({ id, cents }) => ({ key: id, cost, cents }))
        const sum = shares.reduce((cents, share) => cents + share.cents, 0n)
        if (by === 'all') return [{ key: '', cost, cents: sum }]
        const days = daysOf(part)
        const ofDays = shareOverDays(sum, cost, days)
        return days.map(({ key }, index) => ({ key, cost, cents: ofDays[index] ?? 0n }))
      })
      .filter(({ cents }) => cents > 0n)
  })

/** Usage ends with the last hour; a monthly cost would go on to the end of the month. */
export const untilNow = <Asked extends Stretch>(slice: Asked, now: Date): Asked => {
  const hour = startOfHour(now)
  return { ...slice, until: slice.until < hour ? slice.until : hour }
}
