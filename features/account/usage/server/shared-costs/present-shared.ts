import type { UsageGroup } from '../../contract.ts'
import { addUp } from '../report/price-usage.ts'
import type { NamedRow } from '../report/usage-sums.sql.ts'
import type { SharedRow } from './share-slice.ts'

/** By meter each cost has a row with its name; titles and creators share none, so theirs is one row without a key. */
const nameOf = (group: UsageGroup, { key, cost }: SharedRow, names: readonly NamedRow[]) => {
  if (group === 'meter') return { key: `shared_costs ${cost.id}`, name: cost.name }
  if (group === 'day') return { key, name: key }
  if (group !== 'environment') return { key: null, name: null }
  return { key, name: names.find(({ id }) => id === key)?.name ?? null }
}

export const presentShared = (
  group: UsageGroup,
  rows: readonly SharedRow[],
  names: readonly NamedRow[],
) =>
  addUp(
    rows.map((row) => ({ ...nameOf(group, row, names), thousandths: 0n, cents: row.cents })),
    ({ key }) => key ?? '',
  ).map(({ key, name, cents }) => {
    const removedAt =
      group === 'environment' ? names.find(({ id }) => id === key)?.deleted_at : undefined
    return {
      key,
      name,
      removed_at: removedAt?.toISOString() ?? null,
      meter: 'shared_costs' as const,
      tier: null,
      quality: null,
      unit: '',
      quantity: 0,
      cost_cents: Number(cents),
    }
  })
