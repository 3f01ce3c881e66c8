import { notFound } from '@playhead/contract-kit/errors.ts'
import { meters } from '@playhead/domain/usage.ts'
import { spanOf } from '@playhead/features/activity/events/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { type UsageGroup, usageLimits } from '../contract.ts'
import { hourMs } from './counting/hour-range.ts'
import { listPriceBooks } from './prices/price-books.sql.ts'
import { startOfMonth } from './report/months.ts'
import {
  addUp,
  bookOf,
  centsOf,
  lineOf,
  type PricedRow,
  priceSlice,
  quantityOf,
  sumCents,
} from './report/price-usage.ts'
import { readNames, restKey } from './report/title-usage.ts'
import { listNames, type NamedRow, type Slice } from './report/usage-sums.sql.ts'
import { presentShared } from './shared-costs/present-shared.ts'
import { readSharing } from './shared-costs/read-sharing.ts'
import { shareSlice, untilNow } from './shared-costs/share-slice.ts'

const hourOf = (time: Date, round: (hours: number) => number) =>
  new Date(round(time.getTime() / hourMs) * hourMs)

/** The groups with the most cost, or the most delivered; the others become the rest. */
const keepLargest = (rows: readonly PricedRow[], limit: number) => {
  const groups = new Map<string, PricedRow[]>()
  for (const row of rows) groups.set(row.key, [...(groups.get(row.key) ?? []), row])
  const weightOf = (of: readonly PricedRow[]) => ({
    cents: Number(sumCents(of) ?? 0n),
    delivered: of.reduce(
      (sum, row) => sum + (row.meter === 'delivered' ? Number(row.thousandths) : 0),
      0,
    ),
    views: of.reduce(
      (sum, row) => sum + (row.meter.startsWith('views') ? Number(row.thousandths) : 0),
      0,
    ),
  })
  const order = [...groups]
    .filter(([key]) => key !== restKey)
    .map(([key, of]) => ({ key, ...weightOf(of) }))
    .toSorted(
      (one, other) =>
        other.cents - one.cents || other.delivered - one.delivered || other.views - one.views,
    )
  const kept = order.slice(0, limit).map(({ key }) => key)
  const named = new Set(kept)
  const rest = rows.filter(({ key }) => !named.has(key)).map((row) => ({ ...row, key: restKey }))
  return {
    rows: [...kept.flatMap((key) => groups.get(key) ?? []), ...addUp(rest, lineOf)],
    more: order.length - kept.length,
  }
}

const nameOf = (group: UsageGroup, key: string, names: readonly NamedRow[]) =>
  group === 'environment' ? (names.find(({ id }) => id === key)?.name ?? null) : key || null

const present = (group: UsageGroup, row: PricedRow, names: readonly NamedRow[]) => {
  const removedAt =
    group === 'environment' ? names.find(({ id }) => id === row.key)?.deleted_at : undefined
  const isRest = row.key === restKey
  return {
    key: isRest ? null : group === 'meter' ? lineOf(row) : row.key,
    name: isRest
      ? null
      : group === 'meter'
        ? meters[row.meter].label
        : nameOf(group, row.key, names),
    removed_at: removedAt?.toISOString() ?? null,
    meter: row.meter,
    tier: (group === 'meter' && row.tier) || null,
    quality: (group === 'meter' && row.quality) || null,
    unit: meters[row.meter].unit,
    quantity: quantityOf(row),
    cost_cents: centsOf(row.cents),
  }
}

export const requireKnown = async (organization: Organization, environmentId: string) => {
  const names = await listNames(organization)
  if (!names.some(({ id }) => id === environmentId)) throw notFound('environment')
}

interface Asked {
  group: UsageGroup
  timeframe: string[] | undefined
  environmentId: string | undefined
  limit: number
}

/** What an organization or one of its environments used, as rows of a group. */
export const readUsage = async (
  app: App,
  organization: Organization,
  { group, timeframe, environmentId, limit }: Asked,
) => {
  const now = app.clock.now()
  const asked = spanOf(timeframe, now, usageLimits.reachDays)
  const slice: Slice = {
    from: hourOf(asked?.start ?? startOfMonth(now), Math.floor),
    until: hourOf(asked?.end ?? now, Math.ceil),
    environmentId,
  }
  const names = await listNames(organization)
  const isNamed = group === 'title' || group === 'creator_id'
  const priced = await priceSlice(
    organization,
    slice,
    isNamed ? readNames(app, organization, group) : group === 'meter' ? 'all' : group,
  )
  const { rows, more } = isNamed ? keepLargest(priced, limit) : { rows: priced, more: 0 }
  const data = addUp(rows, (row) =>
    group === 'meter' ? lineOf(row) : `${row.key} ${row.meter}`,
  ).map((row) => present(group, row, names))
  const shared = shareSlice(
    await readSharing(app, slice),
    organization.id,
    untilNow(slice, now),
    group === 'environment' || group === 'day' ? group : 'all',
  )
  const book = bookOf(await listPriceBooks(organization.postgres), startOfMonth(slice.from))
  return {
    data: [...data, ...presentShared(group, shared, names)],
    more,
    timeframe: [slice.from, slice.until].map((time) => time.getTime() / 1000),
    currency: book?.currency ?? null,
  }
}
