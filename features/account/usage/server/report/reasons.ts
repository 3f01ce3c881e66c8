import type { Organization } from '@playhead/server-kit/tenant.ts'
import type { UsageLineName } from '../../contract.ts'
import type { SharedRow } from '../shared-costs/share-slice.ts'
import { addUp, type PricedRow } from './price-usage.ts'
import { listNames } from './usage-sums.sql.ts'

const shownReasons = 3

interface Changed {
  /** An environment. */
  key: string
  meter: UsageLineName
  thousandths: bigint
  cents: bigint | undefined
}

export const changedOf = (rows: readonly PricedRow[], shared: readonly SharedRow[]): Changed[] => [
  ...rows,
  ...shared.map(({ key, cents }) => ({
    key,
    meter: 'shared_costs' as const,
    thousandths: 0n,
    cents,
  })),
]

/** The environments and meters whose cost changed most. */
export const reasonsOf = async (
  organization: Organization,
  rows: readonly Changed[],
  before: readonly Changed[],
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
