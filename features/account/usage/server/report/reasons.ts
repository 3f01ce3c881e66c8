import type { App } from '@playhead/server-kit/app.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { type UsageLineName, usageLimits } from '../../contract.ts'
import type { Compared } from './compare-months.ts'
import { addUp, type PricedRow, priceSlice } from './price-usage.ts'
import { readNames, restKey } from './title-usage.ts'
import { listNames, type NamedRow } from './usage-sums.sql.ts'

interface Changed {
  /** An environment, or a title. */
  key: string
  meter: UsageLineName
  thousandths: bigint
  cents: bigint | undefined
}

type Shared = Compared['shared']

const withShared = (rows: readonly PricedRow[], shared: Shared): Changed[] => [
  ...rows,
  ...shared.map(({ key, cents }) => ({
    key,
    meter: 'shared_costs' as const,
    thousandths: 0n,
    cents,
  })),
]

/** What changed, the largest difference first. */
const differencesOf = (rows: readonly Changed[], before: readonly Changed[]) => {
  const negative = before.map((row) => ({ ...row, cents: row.cents && -row.cents }))
  return addUp([...rows, ...negative], ({ key, meter }) => `${key} ${meter}`)
    .map(({ key, meter, cents }) => ({ key, meter, difference: Number(cents ?? 0n) }))
    .filter(({ difference }) => difference !== 0)
    .toSorted((one, other) => Math.abs(other.difference) - Math.abs(one.difference))
}

type Difference = ReturnType<typeof differencesOf>[number]

/** Titles of removed environments are not known any more. */
const environmentsOf = (differences: readonly Difference[], names: readonly NamedRow[]) => {
  const existing = new Set(names.flatMap(({ id, deleted_at: at }) => (at ? [] : [id])))
  const changed = differences.flatMap(({ key, meter }) => (meter === 'shared_costs' ? [] : [key]))
  return [...new Set(changed)]
    .filter((id) => existing.has(id))
    .slice(0, usageLimits.reasonEnvironments)
}

const titlesOf = async (
  app: App,
  organization: Organization,
  { whole, before }: Compared,
  environmentId: string,
) => {
  const read = readNames(app, organization, 'title')
  const of = (slice: typeof whole) => priceSlice(organization, { ...slice, environmentId }, read)
  return differencesOf(await of(whole), await of(before)).filter(
    ({ key }) => key !== restKey && key !== '',
  )
}

/** The environments and meters whose cost changed most, with the titles that changed in the same direction. */
export const reasonsOf = async (app: App, organization: Organization, compared: Compared) => {
  const names = await listNames(organization)
  const differences = differencesOf(
    withShared(compared.rows, compared.shared),
    withShared(compared.rowsBefore, compared.sharedBefore),
  ).slice(0, usageLimits.reasons)
  const titles = new Map<string, Difference[]>()
  for (const id of environmentsOf(differences, names))
    titles.set(id, await titlesOf(app, organization, compared, id))
  return differences.map(({ key, meter, difference }) => ({
    environment_id: key,
    environment: names.find(({ id }) => id === key)?.name ?? '–',
    meter,
    difference_cents: difference,
    titles: (titles.get(key) ?? [])
      .filter((title) => title.meter === meter && title.difference > 0 === difference > 0)
      .slice(0, usageLimits.reasonTitles)
      .map((title) => ({ title: title.key, difference_cents: title.difference })),
  }))
}
