import { meterNames, meters } from '@playhead/domain/usage.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import type { usage } from '../contract.ts'
import { presentLines } from './prices/present-price-book.ts'
import { listPriceBooks, type PriceBookRow } from './prices/price-books.sql.ts'
import { compareMonths, shownMonths } from './report/compare-months.ts'
import { forecastCost } from './report/forecast-cost.ts'
import { addMonths, monthText } from './report/months.ts'
import {
  addUp,
  bookOf,
  centsOf,
  type PricedRow,
  priceSlice,
  quantityOf,
  sumCents,
} from './report/price-usage.ts'
import type { SharingMonth } from './shared-costs/read-sharing.ts'
import { type SharedRow, shareSlice, untilNow } from './shared-costs/share-slice.ts'

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

const presentCosts = (shared: readonly SharedRow[]) =>
  addUp(
    shared.map((row) => ({ ...row, thousandths: 0n })),
    ({ cost }) => cost.id,
  ).map(({ cost, cents }) => ({
    name: cost.name,
    shared_by: cost.sharedBy,
    cost_cents: Number(cents),
  }))

const monthsUntil = async (
  organization: Organization,
  sharing: readonly SharingMonth[],
  { month, now }: { month: Date; now: Date },
) => {
  const from = addMonths(month, 1 - shownMonths)
  const months = []
  for (let time = from; time <= month; time = addMonths(time, 1)) {
    const slice = { from: time, until: addMonths(time, 1) }
    const rows = await priceSlice(organization, slice, 'all')
    const shared = shareSlice(sharing, organization.id, untilNow(slice, now), 'all')
    const delivered = metersOf(rows).find(({ meter }) => meter === 'delivered')
    months.push({
      month: monthText(time),
      delivered: delivered?.quantity ?? 0,
      cost_cents: centsOf(sumCents([...rows, ...shared])),
    })
  }
  return months
}

export const retrieveSummary: Handlers<typeof usage>['summary'] = async ({
  app,
  organization,
  query,
}) => {
  const compared = await compareMonths(app, organization, query.month)
  const { now, month, isRunning, counted, counting, sharing, rows, shared } = compared
  const book = bookOf(await listPriceBooks(organization.postgres), month)
  const soFar = sumCents(rows)
  const cents = sumCents([...rows, ...shared])
  return {
    data: {
      month: monthText(month),
      is_invoiced: app.settings.billing !== 'showback',
      currency: book?.currency ?? null,
      prices: book ? presentBook(book) : null,
      meters: metersOf(rows),
      shared_costs: presentCosts(shared),
      cost_cents: book ? Number(cents ?? 0n) : null,
      previous_cents: centsOf(sumCents([...compared.rowsBefore, ...compared.sharedBefore])),
      forecast:
        isRunning && book && soFar !== undefined
          ? await forecastCost(organization, sharing, { month, now, counted, soFar })
          : null,
      months: await monthsUntil(organization, sharing, { month, now }),
      counted_until: counting.counted_until?.toISOString() ?? null,
      closed_until: counting.closed_until?.toISOString() ?? null,
    },
  }
}
