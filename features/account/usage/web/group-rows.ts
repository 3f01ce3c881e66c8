import { type Amounts, amountsOf, costOf } from './usage-texts.ts'
import type { UsageRow } from './use-usage.ts'

/** One line of the table. */
export interface UsageLine {
  key: string
  name: string | null
  removedAt: string | null
  isRest: boolean
  isTotal: boolean
  amounts: Amounts
  costCents: number
}

const lineOf = (rows: readonly UsageRow[], key: string, isTotal: boolean): UsageLine => {
  const amounts = amountsOf(rows)
  return {
    key,
    name: rows[0]?.name ?? null,
    removedAt: rows[0]?.removedAt ?? null,
    isRest: !isTotal && rows[0]?.key === null,
    isTotal,
    amounts,
    costCents: costOf(amounts),
  }
}

export const linesOf = (rows: readonly UsageRow[]): UsageLine[] => {
  const groups = new Map<string | null, UsageRow[]>()
  for (const row of rows) groups.set(row.key, [...(groups.get(row.key) ?? []), row])
  return [...groups].map(([key, own]) => lineOf(own, key ?? 'rest', false))
}

export const totalOf = (rows: readonly UsageRow[]): UsageLine => lineOf(rows, 'all', true)

export interface LineOrder {
  column: string
  direction: 'asc' | 'desc'
}

const valueOf = (line: UsageLine, column: string): number | string => {
  if (column === 'name') return (line.name ?? '').toLowerCase()
  if (column === 'cost') return line.costCents
  return line.amounts[column as keyof Amounts]?.quantity ?? 0
}

/** The rest is last and the sum below it, however the others are sorted. */
export const sortLines = (lines: readonly UsageLine[], { column, direction }: LineOrder) => {
  const sign = direction === 'asc' ? 1 : -1
  return lines.toSorted((one, other) => {
    if (one.isRest !== other.isRest) return one.isRest ? 1 : -1
    const [a, b] = [valueOf(one, column), valueOf(other, column)]
    return a === b ? 0 : a < b ? -sign : sign
  })
}
