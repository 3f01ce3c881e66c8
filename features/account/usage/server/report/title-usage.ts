import type { App } from '@playhead/server-kit/app.ts'
import type { Environment, Organization } from '@playhead/server-kit/tenant.ts'
import { listSeenViews } from '../counting/seen-views.sql.ts'
import { lineOf } from './price-usage.ts'
import {
  type NameKind,
  sumDeliveredByName,
  sumSpansByName,
  sumViewsByName,
} from './title-sums.sql.ts'
import { findCountedUntil, listNames, type Slice, type SumRow, sumUsage } from './usage-sums.sql.ts'

/** What is in hours but in no title any more: of removed environments, and corrections. */
export const restKey = '\u0000rest'

const sumsOf = async (environment: Environment, slice: Slice, by: NameKind): Promise<SumRow[]> => {
  const seen = await listSeenViews(environment, slice, { byTitle: true })
  return [
    ...(await sumDeliveredByName(environment, slice, by)),
    ...(await sumSpansByName(environment, slice, by)),
    ...(await sumViewsByName(environment, seen, by)),
  ]
}

const addUpKeys = (rows: readonly SumRow[]) => {
  const sums = new Map<string, SumRow>()
  for (const row of rows) {
    const name = `${row.key}\u0000${lineOf(row)}`
    const known = sums.get(name)
    sums.set(name, known ? { ...known, thousandths: known.thousandths + row.thousandths } : row)
  }
  return [...sums.values()]
}

/** What the hours have beyond all names. */
const restOf = (hours: readonly SumRow[], named: readonly SumRow[]): SumRow[] => {
  const sums = new Map<string, bigint>()
  for (const row of named) sums.set(lineOf(row), (sums.get(lineOf(row)) ?? 0n) + row.thousandths)
  return hours.flatMap((row) => {
    const rest = row.thousandths - (sums.get(lineOf(row)) ?? 0n)
    return rest > 0n ? [{ ...row, key: restKey, thousandths: rest }] : []
  })
}

/** Reads what titles or creators used from the sources, which know them; hours do not. */
export const readNames =
  (app: App, organization: Organization, by: NameKind) =>
  async (slice: Slice): Promise<SumRow[]> => {
    const hours = await sumUsage(organization, slice, 'all')
    const { counted_until: countedUntil } = await findCountedUntil(organization)
    const until = countedUntil && countedUntil < slice.until ? countedUntil : slice.until
    const named: SumRow[] = []
    if (countedUntil && until > slice.from)
      for (const { id, deleted_at: deletedAt } of await listNames(organization)) {
        if (deletedAt || (slice.environmentId !== undefined && slice.environmentId !== id)) continue
        const { postgres } = organization
        const environment = {
          id,
          organizationId: organization.id,
          postgres,
          clickhouse: app.clickhouse,
        }
        named.push(...(await sumsOf(environment, { ...slice, until }, by)))
      }
    const sums = addUpKeys(named)
    return [...sums, ...restOf(hours, sums)]
  }
