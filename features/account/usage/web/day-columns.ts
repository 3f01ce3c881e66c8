import type { ChartColumn } from '@playhead/charts/columns/prepare-column-chart.ts'
import { formatDay } from '@playhead/domain/format.ts'
import {
  addMonths,
  amountsOf,
  costOf,
  dayName,
  daysOf,
  hasShared,
  sharedCosts,
  type ShownMeter,
  shownMeters,
} from './usage-texts.ts'
import type { Summary, UsageQuery, UsageRow } from './use-usage.ts'

/** What costs have a part of each bar. */
export const costLines = (isShared: boolean) => [...shownMeters, ...(isShared ? [sharedCosts] : [])]

const rowsByDay = (rows: readonly UsageRow[]) => {
  const days = new Map<string | null, UsageRow[]>()
  for (const row of rows) days.set(row.key, [...(days.get(row.key) ?? []), row])
  return days
}

type Days = UsageQuery['data']

interface Asked {
  days: Days
  /** Of the month before. */
  before: Days
  month: string
  /** Null while there are no prices: bars are then the amounts of one meter. */
  currency: string | null
  meter: ShownMeter
  forecast: Summary['forecast']
  /** Days that end after it may still change. */
  closedUntil: string | null | undefined
  mark: { day: string; text: string } | undefined
}

const endOf = (day: string) => Date.parse(`${day}T00:00:00Z`) + 86_400_000

/** The same day of the month before; nothing where prices are not those of this month, or before the first day with usage. */
const beforeOf = ({ before, month, currency, meter }: Asked) => {
  if (!before || before.data.length === 0 || before.currency !== currency) return () => undefined
  const rows = rowsByDay(before.data)
  const days = daysOf(addMonths(month, -1))
  const first = days.findIndex((day) => rows.has(day))
  return (index: number) => {
    const day = days[index]
    if (day === undefined || index < first) return undefined
    const amounts = amountsOf(rows.get(day) ?? [])
    return currency === null ? amounts[meter].quantity : costOf(amounts)
  }
}

const bandOf = (forecast: Summary['forecast'], day: string) => {
  const found = forecast?.days.find((one) => one.day === day)
  return found && { low: found.lowCents, high: found.highCents }
}

/** Each day of the month: what it cost by meter, what it is expected to cost, and what the same day cost a month before. */
export const columnsOf = (asked: Asked): ChartColumn[] => {
  const { days, month, currency, meter, forecast, closedUntil, mark } = asked
  const rows = days?.data ?? []
  const byDay = rowsByDay(rows)
  const lines = costLines(hasShared(rows))
  const before = beforeOf(asked)
  return daysOf(month).map((day, index) => {
    const amounts = amountsOf(byDay.get(day) ?? [])
    return {
      id: day,
      label: dayName(day),
      title: formatDay(day, { timeZone: 'UTC' }),
      values:
        currency === null
          ? [amounts[meter].quantity]
          : lines.map(({ id }) => amounts[id].costCents ?? 0),
      before: before(index),
      band: currency === null ? undefined : bandOf(forecast, day),
      isOpen: typeof closedUntil === 'string' && endOf(day) > Date.parse(closedUntil),
      mark: mark?.day === day ? mark.text : undefined,
    }
  })
}

/** Where counted ends and expected begins; only in the month that runs. */
export const nowOf = (countedUntil: string | null | undefined, month: string) => {
  if (!countedUntil?.startsWith(month)) return undefined
  const day = countedUntil.slice(0, 10)
  return { id: day, share: 1 - (endOf(day) - Date.parse(countedUntil)) / 86_400_000 }
}

const leastDays = 5
const timesUsual = 2

/** The day that cost far more than the usual one; undefined where days are alike. */
export const peakOf = (rows: readonly UsageRow[]) => {
  const costs = [...rowsByDay(rows)]
    .flatMap(([day, own]) => (day === null ? [] : [{ day, cents: costOf(amountsOf(own)) }]))
    .filter(({ cents }) => cents > 0)
    .toSorted((one, other) => other.cents - one.cents)
  const [first] = costs
  const usual = costs[Math.floor(costs.length / 2)]
  if (!first || !usual || costs.length < leastDays) return undefined
  return first.cents >= timesUsual * usual.cents ? first : undefined
}
