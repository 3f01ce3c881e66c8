import { isMeter } from '@playhead/domain/usage.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { listEnvironmentsOf } from '../counting/environments-to-count.sql.ts'
import { hourMs, startOfHour } from '../counting/hour-range.ts'
import { findMark } from '../counting/usage-hours.sql.ts'
import { type Source, usageSources } from '../counting/usage-sources.ts'
import { listPriceBooks } from '../prices/price-books.sql.ts'
import { addMonths, startOfMonth } from './months.ts'
import { addUp, bookOf, lineOf, priceLine, sumCents } from './price-usage.ts'
import { type SumRow, sumUsage } from './usage-sums.sql.ts'

type Counting = Pick<App, 'postgres' | 'clickhouse' | 'log'>

const thousandthsOf = (quantity: string) => {
  const [whole = '0', part = ''] = quantity.replace('-', '').split('.')
  const value = BigInt(whole) * 1000n + BigInt(part.slice(0, 3).padEnd(3, '0'))
  return quantity.startsWith('-') ? -value : value
}

/** What a source knows of the hours that are not counted yet, with the running one. */
const readUncounted = async (
  app: Counting,
  environment: Parameters<Source['count']>[0],
  source: Source,
  now: Date,
): Promise<SumRow[]> => {
  const mark = await findMark(environment, source.name)
  const month = startOfMonth(now)
  const first = mark?.counted_until ?? month
  const range = {
    from: first > month ? first : month,
    until: new Date(startOfHour(now).getTime() + hourMs),
  }
  if (range.from >= range.until) return []
  const { rows } = await source.count(environment, range, now)
  return rows.flatMap(({ meter, tier, quality, quantity }) =>
    isMeter(meter) ? [{ key: '', meter, tier, quality, thousandths: thousandthsOf(quantity) }] : [],
  )
}

/**
 * What the running month of an organization costs until now: the hours that are counted, and those that are not from
 * their sources. A source that is away is left out. Undefined without prices.
 */
export const costUntilNow = async (
  app: Counting,
  organizationId: string,
  now: Date,
): Promise<number | undefined> => {
  const organization = { id: organizationId, postgres: app.postgres }
  const month = startOfMonth(now)
  const book = bookOf(await listPriceBooks(app.postgres), month)
  if (!book) return undefined
  const rows = await sumUsage(organization, { from: month, until: addMonths(month, 1) }, 'all')
  for (const { id } of await listEnvironmentsOf(organization)) {
    const environment = {
      id,
      organizationId,
      postgres: app.postgres,
      clickhouse: app.clickhouse,
    }
    for (const source of usageSources)
      rows.push(
        ...(await readUncounted(app, environment, source, now).catch((error: unknown) => {
          app.log.warn('the current hour could not be read', { environment: id, error })
          return []
        })),
      )
  }
  const lines = addUp(
    rows.map((row) => ({ ...row, cents: undefined })),
    lineOf,
  )
  return Number(sumCents(lines.map((line) => ({ cents: priceLine(book, line) }))) ?? 0n)
}
