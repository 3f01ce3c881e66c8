import type { Organization } from '@playhead/server-kit/tenant.ts'
import { usageLimits } from '../../contract.ts'
import { hourMs } from '../counting/hour-range.ts'
import type { SharingMonth } from '../shared-costs/read-sharing.ts'
import { shareSlice, untilNow } from '../shared-costs/share-slice.ts'
import { forecastMonth } from './forecast.ts'
import { addMonths } from './months.ts'
import { addUp, priceSlice, sumCents } from './price-usage.ts'

const dayMs = 24 * hourMs

interface Forecasted {
  month: Date
  now: Date
  /** The end of the last hour that is counted. */
  counted: Date
  /** What usage costs until then. */
  soFar: bigint
}

const usageForecastOf = async (
  organization: Organization,
  { month, counted, soFar }: Forecasted,
) => {
  const today = new Date(Math.floor(counted.getTime() / dayMs) * dayMs)
  const first = new Date(today.getTime() - usageLimits.forecastDays * dayMs)
  const rows = await priceSlice(organization, { from: first, until: today }, 'day')
  const past = addUp(rows, ({ key }) => key).map(({ key, cents }) => ({
    day: key,
    cents: Number(cents ?? 0n),
  }))
  return forecastMonth({
    past,
    soFarCents: Number(soFar),
    now: counted,
    end: addMonths(month, 1),
  })
}

/** Usage scatters; a shared cost is known. */
export const forecastCost = async (
  organization: Organization,
  sharing: readonly SharingMonth[],
  asked: Forecasted,
) => {
  const forecast = await usageForecastOf(organization, asked)
  if (!forecast) return null
  const whole = { from: asked.month, until: addMonths(asked.month, 1) }
  const rest = { ...whole, from: untilNow(whole, asked.now).until }
  const shared = Number(sumCents(shareSlice(sharing, organization.id, whole, 'all')) ?? 0n)
  const ofDays = addUp(
    shareSlice(sharing, organization.id, rest, 'day').map((row) => ({ ...row, thousandths: 0n })),
    ({ key }) => key,
  )
  const centsOn = (day: string) => Number(ofDays.find(({ key }) => key === day)?.cents ?? 0n)
  return {
    low_cents: forecast.low_cents + shared,
    high_cents: forecast.high_cents + shared,
    shared_cents: shared,
    days: forecast.days.map(({ day, low_cents: low, high_cents: high }) => ({
      day,
      low_cents: low + centsOn(day),
      high_cents: high + centsOn(day),
    })),
  }
}
