import type { App } from '@playhead/server-kit/app.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { startOfHour } from '../counting/hour-range.ts'
import { readSharing } from '../shared-costs/read-sharing.ts'
import { shareSlice, untilNow } from '../shared-costs/share-slice.ts'
import { addMonths, monthOf } from './months.ts'
import { priceSlice } from './price-usage.ts'
import { findCountedUntil } from './usage-sums.sql.ts'

/** Of the summary. */
export const shownMonths = 6

/** The month before: as much of it as the month has until a moment, or all of it. */
const spanBefore = (month: Date, moment: Date | undefined) => {
  const previous = addMonths(month, -1)
  if (!moment) return { from: previous, until: month }
  const elapsed = startOfHour(moment).getTime() - month.getTime()
  return {
    from: previous,
    until: new Date(Math.min(previous.getTime() + elapsed, month.getTime())),
  }
}

/** What the environments cost in a month and in the one before; while the month runs, in as much of both. */
export const compareMonths = async (
  app: App,
  organization: Organization,
  asked: string | undefined,
) => {
  const now = app.clock.now()
  const month = monthOf(asked, now)
  const whole = { from: month, until: addMonths(month, 1) }
  const isRunning = now >= month && now < whole.until
  const counting = await findCountedUntil(organization)
  const counted = counting.counted_until ?? now
  const sharing = await readSharing(app, { ...whole, from: addMonths(month, 1 - shownMonths) })
  const before = spanBefore(month, isRunning ? counted : undefined)
  return {
    now,
    month,
    whole,
    isRunning,
    counting,
    counted,
    sharing,
    before,
    rows: await priceSlice(organization, whole, 'environment'),
    rowsBefore: await priceSlice(organization, before, 'environment'),
    shared: shareSlice(sharing, organization.id, untilNow(whole, now), 'environment'),
    sharedBefore: shareSlice(
      sharing,
      organization.id,
      spanBefore(month, isRunning ? now : undefined),
      'environment',
    ),
  }
}

export type Compared = Awaited<ReturnType<typeof compareMonths>>
