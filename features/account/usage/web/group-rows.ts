import { type Amounts, amountsOf, costOf } from './usage-texts.ts'
import type { UsageRow } from './use-usage.ts'

/** One line of the table. */
export interface UsageLine {
  key: string
  name: string | null
  removedAt: string | null
  isRest: boolean
  /** Shared costs, where they are a line of their own: titles and creators share none. */
  isShared: boolean
  isTotal: boolean
  /** The environment that this line is a title of. */
  parentKey: string | null
  /** Stands instead of titles, while there are none. */
  note: string | null
  amounts: Amounts
  costCents: number
}

/** No title begins so. */
const restLine = '\u0000rest'
const sharedLine = '\u0000shared'

const lineOf = (rows: readonly UsageRow[], key: string, isTotal: boolean): UsageLine => {
  const amounts = amountsOf(rows)
  return {
    key,
    name: rows[0]?.name ?? null,
    removedAt: rows[0]?.removedAt ?? null,
    isRest: !isTotal && key === restLine,
    isShared: !isTotal && key === sharedLine,
    isTotal,
    parentKey: null,
    note: null,
    amounts,
    costCents: costOf(amounts),
  }
}

export const linesOf = (rows: readonly UsageRow[]): UsageLine[] => {
  const groups = new Map<string, UsageRow[]>()
  const keyOf = ({ key, meter }: UsageRow) =>
    key ?? (meter === 'shared_costs' ? sharedLine : restLine)
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return [...groups].map(([key, own]) => lineOf(own, key, false))
}

/** The dearest titles of an environment, and what is left of it. */
export const titleLinesOf = (rows: readonly UsageRow[], parentKey: string): UsageLine[] =>
  sortLines(linesOf(rows), { column: 'cost', direction: 'desc' })
    .filter(({ isShared }) => !isShared)
    .map((line) => ({ ...line, parentKey }))

export const noteLine = (note: string, parentKey: string): UsageLine => ({
  ...lineOf([], `\u0000note ${parentKey}`, false),
  parentKey,
  note,
})

export const totalOf = (rows: readonly UsageRow[]): UsageLine => lineOf(rows, 'all', true)

export interface LineOrder {
  column: string
  direction: 'asc' | 'desc'
}

const valueOf = (line: UsageLine, column: string): number | string => {
  if (column === 'name') return (line.name ?? '').toLowerCase()
  if (column === 'cost') return line.costCents
  if (column === 'shared') return line.amounts.shared.costCents ?? 0
  return line.amounts[column as keyof Amounts]?.quantity ?? 0
}

const rankOf = ({ isRest, isShared }: UsageLine) => (isShared ? 2 : isRest ? 1 : 0)

/** The rest is last, then shared costs, and the sum below them, however the others are sorted. */
export const sortLines = (lines: readonly UsageLine[], { column, direction }: LineOrder) => {
  const sign = direction === 'asc' ? 1 : -1
  return lines.toSorted((one, other) => {
    if (rankOf(one) !== rankOf(other)) return rankOf(one) - rankOf(other)
    const [a, b] = [valueOf(one, column), valueOf(other, column)]
    return a === b ? 0 : a < b ? -sign : sign
  })
}
