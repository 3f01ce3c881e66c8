import {
  correctionLines,
  type DrawnLine,
  drawLines,
  usageLines,
} from '@playhead/domain/invoicing/draw-lines.ts'
import { includedOfMonth, type Period, pricedPeriods } from '@playhead/domain/rating/fee-lines.ts'
import { rateUsage } from '@playhead/domain/rating/rate-usage.ts'
import { sumOfEnvironments } from '@playhead/domain/rating/sum-usage.ts'
import {
  chargedUsage,
  currencyOfMonth,
  rateMonth,
  spansOf,
} from '@playhead/features/account/plans/server'
import {
  addMonths,
  bookOf,
  listEnvironmentNames,
  listPriceBooks,
  monthText,
} from '@playhead/features/account/usage/server'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { findLastIssued, listEmptyMonths } from './draw.sql.ts'
import { correctableMonths, type RatedMonthRecord, recordOf, usageOf } from './rating-record.ts'

type Books = Awaited<ReturnType<typeof listPriceBooks>>
type Names = ReadonlyMap<string, string>

/** An earlier month as it is counted now, by the prices it was charged by. */
const correct = async (
  organization: Organization,
  record: RatedMonthRecord,
  { books, names }: { books: Books; names: Names },
) => {
  const from = new Date(`${record.month}-01T00:00:00Z`)
  const month = { from, until: addMonths(from, 1) }
  const spans = await spansOf(organization, month)
  const prices = books.find(({ version }) => version === record.price_version)?.prices ?? []
  const included = includedOfMonth(spans, month)
  const counted = await chargedUsage(organization, pricedPeriods(spans, month))
  const [before, now] = [usageOf(record), counted].map((ofEnvironments) => ({
    lines: rateUsage(sumOfEnvironments(ofEnvironments), prices, included),
    ofEnvironments,
  }))
  return {
    lines: correctionLines({ month: from, before: before!, now: now!, names }),
    record: recordOf(record.month, record.price_version, counted),
  }
}

export interface DrawnMonth {
  lines: DrawnLine[]
  currency: string | undefined
  /** Of this month, and of those before it that it corrects. */
  own: RatedMonthRecord
  records: RatedMonthRecord[]
}

/** Everything that the invoice of a month is about, as it is counted now. */
export const drawMonth = async (organization: Organization, month: Period): Promise<DrawnMonth> => {
  const books = await listPriceBooks(organization.postgres)
  const spans = await spansOf(organization, month)
  const book = bookOf(books, month.from)
  const names = await listEnvironmentNames(organization)
  const prices = book?.prices ?? []
  const rated = await rateMonth(organization, { month, spans, prices })
  const last = await findLastIssued(organization, month.from)
  const corrections: DrawnLine[] = []
  const own = recordOf(monthText(month.from), book?.version ?? null, rated.ofEnvironments)
  const records = [own]
  const empty = await listEmptyMonths(organization, {
    after: last?.period_start,
    before: month.from,
  })
  for (const record of [...empty, ...(last?.rating.months ?? [])].slice(0, correctableMonths)) {
    const corrected = await correct(organization, record, { books, names })
    corrections.push(...corrected.lines)
    records.push(corrected.record)
  }
  const usage = usageLines({
    lines: rated.usage,
    ofEnvironments: rated.ofEnvironments,
    prices,
    names,
    month: month.from,
  })
  const carried = last && { month: last.period_start, cents: last.carried_cents }
  return {
    lines: drawLines({ month: month.from, fees: rated.fees, usage, corrections, carried }),
    currency: currencyOfMonth(rated.fees, book, spans),
    own,
    records,
  }
}
