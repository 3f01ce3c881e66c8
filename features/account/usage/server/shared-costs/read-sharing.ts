import type { FixedCost, Sharer, Stretch } from '@playhead/domain/rating/share-costs.ts'
import { type Meter, sharings } from '@playhead/domain/usage.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { hourMs } from '../counting/hour-range.ts'
import { listPriceBooks } from '../prices/price-books.sql.ts'
import { addMonths, monthText, startOfMonth } from '../report/months.ts'
import { bookOf } from '../report/price-usage.ts'
import { listSharedCostsIn, type SharedCostRow } from './shared-costs.sql.ts'
import { listLives, sumByMonth } from './sharers.sql.ts'

export interface SharedCost extends FixedCost {
  id: string
  name: string
}

export interface EnvironmentSharer extends Sharer {
  id: string
  organizationId: string
}

/** What is shared out in a month, and among which environments of the whole server. */
export interface SharingMonth extends Stretch {
  costs: readonly SharedCost[]
  sharers: readonly EnvironmentSharer[]
}

const startOf = (day: string) => new Date(`${day}T00:00:00Z`)

const costOf = (row: SharedCostRow): SharedCost => ({
  id: row.id,
  name: row.name,
  centsPerMonth: row.cents_per_month,
  sharedBy: row.shared_by,
  from: startOf(row.valid_from),
  until:
    row.valid_until === null
      ? undefined
      : new Date(startOf(row.valid_until).getTime() + 24 * hourMs),
})

const monthsIn = ({ from, until }: Stretch) => {
  const months: Stretch[] = []
  for (let month = startOfMonth(from); month < until; month = addMonths(month, 1))
    months.push({ from: month, until: addMonths(month, 1) })
  return months
}

type Life = Awaited<ReturnType<typeof listLives>>[number]
type Amount = Awaited<ReturnType<typeof sumByMonth>>[number]

const wasThere = ({ began_at: began, deleted_at: deleted }: Life, { from, until }: Stretch) =>
  began !== null && began < until && (deleted === null || deleted > from)

interface KnownSharer extends EnvironmentSharer {
  amounts: Partial<Record<Meter, bigint>>
}

/** Always in the same order, so that the cents that are left go to the same environments in every answer. */
const sharersOf = (lives: readonly Life[], amounts: readonly Amount[], month: Stretch) => {
  const sharers = new Map<string, KnownSharer>()
  const sharerOf = (one: { id: string; organization_id: string }) => {
    const known = sharers.get(one.id)
    if (known) return known
    const made: KnownSharer = { id: one.id, organizationId: one.organization_id, amounts: {} }
    sharers.set(one.id, made)
    return made
  }
  for (const life of lives) if (wasThere(life, month)) sharerOf(life)
  for (const amount of amounts)
    if (amount.month === monthText(month.from))
      sharerOf(amount).amounts[amount.meter] = amount.thousandths
  return [...sharers.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/**
 * What is shared out in the months of a span. Organizations that have invoices see no costs of the server, and without
 * prices there is no money.
 */
export const readSharing = async (
  { postgres, settings }: Pick<App, 'postgres' | 'settings'>,
  span: Stretch,
): Promise<SharingMonth[]> => {
  if (settings.billing !== 'showback') return []
  const rows = await listSharedCostsIn(postgres, span)
  if (rows.length === 0) return []
  const books = await listPriceBooks(postgres)
  const months = monthsIn(span).filter(({ from }) => bookOf(books, from))
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) return []
  const costs = rows.map(costOf)
  const meters = [...new Set(costs.flatMap(({ sharedBy }) => sharings[sharedBy].meters))]
  const lives = await listLives(postgres)
  const amounts =
    meters.length === 0
      ? []
      : await sumByMonth(postgres, { from: first.from, until: last.until }, meters)
  return months.map((month) => ({ ...month, costs, sharers: sharersOf(lives, amounts, month) }))
}
