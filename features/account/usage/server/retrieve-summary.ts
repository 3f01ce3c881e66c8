import { meterNames, meters } from '@playhead/domain/usage.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { type usage, usageLimits } from '../contract.ts'
import { hourMs, startOfHour } from './counting/hour-range.ts'
import { presentLines } from './prices/present-price-book.ts'
import { listPriceBooks, type PriceBookRow } from './prices/price-books.sql.ts'
import { forecastMonth } from './report/forecast.ts'
import { addMonths, monthOf, monthText } from './report/months.ts'
import {
  addUp,
  bookOf,
  centsOf,
  type PricedRow,
  priceSlice,
  quantityOf,
  sumCents,
} from './report/price-usage.ts'
import { findCountedUntil, listNames } from './report/usage-sums.sql.ts'

const dayMs = 24 * hourMs
const shownMonths = 6
const shownReasons = 3

/** By meter, also those that were not used. */
export const metersOf = (rows: readonly PricedRow[]) => {
  const sums = new Map(addUp(rows, ({ meter }) => meter).map((row) => [row.meter, row]))
  return meterNames.map((meter) => {
    const row = sums.get(meter)
    return {
      meter,
      unit: meters[meter].unit,
      quantity: row ? quantityOf(row) : 0,
      cost_cents: centsOf(row?.cents),
    }
  })
}

const presentBook = (book: PriceBookRow) => ({
  version: book.version,
  valid_from: book.valid_from.toISOString(),
  lines: presentLines(book),
})

/** The environments and meters whose cost changed most. */
const reasonsOf = async (
  organization: Organization,
  rows: readonly PricedRow[],
  before: readonly PricedRow[],
) => {
  const names = new Map((await listNames(organization)).map(({ id, name }) => [id, name]))
  const negative = before.map((row) => ({ ...row, cents: row.cents && -row.cents }))
  return addUp([...rows, ...negative], ({ key, meter }) => `${key} ${meter}`)
    .map(({ key, meter, cents }) => ({
      environment: names.get(key) ?? '–',
      meter,
      difference_cents: Number(cents ?? 0n),
    }))
    .filter(({ difference_cents: difference }) => difference !== 0)
    .toSorted((one, other) => Math.abs(other.difference_cents) - Math.abs(one.difference_cents))
    .slice(0, shownReasons)
}

const forecastOf = async (organization: Organization, from: Date, now: Date, soFar: bigint) => {
  const today = new Date(Math.floor(now.getTime() / dayMs) * dayMs)
  const first = new Date(today.getTime() - usageLimits.forecastDays * dayMs)
  const rows = await priceSlice(organization, { from: first, until: today }, 'day')
  const past = addUp(rows, ({ key }) => key).map(({ key, cents }) => ({
    day: key,
    cents: Number(cents ?? 0n),
  }))
  return forecastMonth({ past, soFarCents: Number(soFar), now, end: addMonths(from, 1) })
}

const monthsUntil = async (organization: Organization, month: Date) => {
  const from = addMonths(month, 1 - shownMonths)
  const months = []
  for (let time = from; time <= month; time = addMonths(time, 1)) {
    const rows = await priceSlice(organization, { from: time, until: addMonths(time, 1) }, 'all')
    const delivered = metersOf(rows).find(({ meter }) => meter === 'delivered')
    months.push({
      month: monthText(time),
      delivered: delivered?.quantity ?? 0,
      cost_cents: centsOf(sumCents(rows)),
    })
  }
  return months
}

export const retrieveSummary: Handlers<typeof usage>['summary'] = async ({
  app,
  organization,
  query,
}) => {
  const now = app.clock.now()
  const month = monthOf(query.month, now)
  const end = addMonths(month, 1)
  const { counted_until: countedUntil, closed_until: closedUntil } =
    await findCountedUntil(organization)
  const isRunning = now >= month && now < end
  const previous = addMonths(month, -1)
  const elapsed =
    startOfHour(countedUntil && isRunning ? countedUntil : now).getTime() - month.getTime()
  const sameMoment = new Date(Math.min(previous.getTime() + elapsed, month.getTime()))
  const before = { from: previous, until: isRunning ? sameMoment : month }
  const rows = await priceSlice(organization, { from: month, until: end }, 'environment')
  const rowsBefore = await priceSlice(organization, before, 'environment')
  const book = bookOf(await listPriceBooks(organization.postgres), month)
  const cents = sumCents(rows)
  const forecast =
    isRunning && book && cents !== undefined
      ? await forecastOf(organization, month, countedUntil ?? now, cents)
      : undefined
  const centsBefore = sumCents(rowsBefore)
  return {
    data: {
      month: monthText(month),
      currency: book?.currency ?? null,
      prices: book ? presentBook(book) : null,
      meters: metersOf(rows),
      cost_cents: book ? Number(cents ?? 0n) : null,
      previous_cents: centsOf(centsBefore),
      reasons:
        book && centsBefore !== undefined ? await reasonsOf(organization, rows, rowsBefore) : [],
      forecast: forecast ?? null,
      months: await monthsUntil(organization, month),
      counted_until: countedUntil?.toISOString() ?? null,
      closed_until: closedUntil?.toISOString() ?? null,
    },
  }
}
