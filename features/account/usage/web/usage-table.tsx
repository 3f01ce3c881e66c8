import { useMemo, useState } from 'react'
import { formatDay, formatPercent } from '@playhead/domain/format.ts'
import { formatCents } from '@playhead/domain/money.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import type { Sort } from '@playhead/ui/tables/sort.ts'
import type { UsageGroup } from '../contract.ts'
import { linesOf, sortLines, totalOf, type UsageLine } from './group-rows.ts'
import {
  dayName,
  hasShared,
  loadError,
  quantityText,
  sharedCosts,
  type ShownMeter,
  shownMeters,
} from './usage-texts.ts'
import type { UsageQuery } from './use-usage.ts'

export type TableGroup = Exclude<UsageGroup, 'meter'>

interface UsageTableProps {
  query: UsageQuery
  group: TableGroup
  currency: string | null
  /** Where an environment is opened. */
  hrefOf: (environmentId: string) => string
}

const titles: Record<TableGroup, string> = {
  environment: 'Environment',
  title: 'Title',
  creator_id: 'Creator',
  day: 'Day',
}

const restNames: Record<TableGroup, string> = {
  environment: 'Others',
  title: 'Other titles, and usage without a title',
  creator_id: 'Other creators, and usage without a creator',
  day: 'Others',
}

const nameOf = (line: UsageLine, group: TableGroup) => {
  if (line.isTotal) return 'All'
  if (line.isShared) return sharedCosts.label
  if (line.isRest) return restNames[group]
  if (group === 'day') return dayName(line.key)
  if (line.name !== null) return line.name
  return group === 'title' ? 'Without a title' : 'Without a creator'
}

const NameCell = ({
  line,
  group,
  hrefOf,
}: Pick<UsageTableProps, 'group' | 'hrefOf'> & { line: UsageLine }) => {
  const name = nameOf(line, group)
  if (line.isTotal) return <strong>{name}</strong>
  if (line.isRest || line.isShared || group !== 'environment') return name
  return (
    <span className="usage-name">
      <Link kind="quiet" href={hrefOf(line.key)}>
        {name}
      </Link>
      {line.removedAt && <Badge>Removed {formatDay(line.removedAt, { timeZone: 'UTC' })}</Badge>}
    </span>
  )
}

const AmountCell = ({
  line,
  id,
  currency,
}: {
  line: UsageLine
  id: ShownMeter
  currency: string | null
}) => {
  if (line.isShared) return '–'
  const { quantity, costCents } = line.amounts[id]
  const text = quantityText(id, quantity)
  return (
    <span className="usage-amount">
      {line.isTotal ? <strong>{text}</strong> : text}
      {currency !== null && (
        <small>{formatCents(costCents ?? (quantity === 0 ? 0 : null), currency)}</small>
      )}
    </span>
  )
}

const Share = ({ part, whole }: { part: number; whole: number }) => {
  const percent = whole > 0 ? (part / whole) * 100 : 0
  return (
    <span className="usage-share">
      <span aria-hidden="true">
        <span style={{ width: `${Math.min(percent, 100)}%` }} />
      </span>
      {formatPercent(percent)}
    </span>
  )
}

/** Environments and days have their part of shared costs, titles and creators a line of their own. */
const sharedColumn = (currency: string): Column<UsageLine> => ({
  id: sharedCosts.id,
  title: 'Shared',
  align: 'end',
  isSortable: true,
  render: ({ amounts }) => (
    <span className="usage-amount">{formatCents(amounts.shared.costCents ?? 0, currency)}</span>
  ),
})

const columnsOf = ({ query, group, currency, hrefOf }: UsageTableProps, whole: number) => {
  const isShared = (group === 'environment' || group === 'day') && hasShared(query.data?.data ?? [])
  const columns: Column<UsageLine>[] = [
    {
      id: 'name',
      title: titles[group],
      isMain: true,
      isSortable: true,
      render: (line) => <NameCell line={line} group={group} hrefOf={hrefOf} />,
    },
    ...shownMeters.map(({ id, label }): Column<UsageLine> => ({
      id,
      title: label,
      align: 'end',
      isSortable: true,
      render: (line) => <AmountCell line={line} id={id} currency={currency} />,
    })),
  ]
  if (currency === null) return columns
  return [
    ...columns,
    ...(isShared ? [sharedColumn(currency)] : []),
    {
      id: 'cost',
      title: 'Cost',
      align: 'end',
      onPhone: 'end',
      isSortable: true,
      render: (line) => <strong>{formatCents(line.costCents, currency)}</strong>,
    } satisfies Column<UsageLine>,
    {
      id: 'share',
      title: 'Share',
      align: 'end',
      width: 150,
      onPhone: 'hidden',
      render: (line) => <Share part={line.costCents} whole={whole} />,
    } satisfies Column<UsageLine>,
  ]
}

const firstSort = (group: TableGroup, currency: string | null): Sort =>
  group === 'day'
    ? { column: 'name', direction: 'asc' }
    : { column: currency === null ? 'delivered' : 'cost', direction: 'desc' }

/** Lines of a table until all are asked for; the rest, shared costs and the sum are shown in any case. */
const firstLines = 10

const isNamed = ({ isRest, isShared, isTotal }: UsageLine) => !isRest && !isShared && !isTotal

/** What costs what: the last row is the sum. */
export const UsageTable = (props: UsageTableProps) => {
  const { query, group, currency } = props
  const [chosen, setChosen] = useState<Sort>()
  const [isWhole, setWhole] = useState(false)
  const sort = chosen ?? firstSort(group, currency)
  const rows = query.data?.data
  const total = useMemo(() => rows && totalOf(rows), [rows])
  const isByDay = group === 'day' && sort.column === 'name'
  const lines = useMemo(() => {
    if (!rows || !total) return undefined
    const all = linesOf(rows)
    if (all.length === 0) return []
    // The names of days are not in the order of their letters.
    const sorted = isByDay
      ? all.toSorted(
          (one, other) => (sort.direction === 'asc' ? 1 : -1) * one.key.localeCompare(other.key),
        )
      : sortLines(all, sort)
    return [...sorted, total]
  }, [rows, total, sort, isByDay])
  const named = lines?.filter(isNamed) ?? []
  const isCut = !isWhole && named.length > firstLines + 1
  const shown = new Set(isCut ? named.slice(0, firstLines) : named)
  return (
    <div className="usage-table">
      <DataTable
        hasTwoLines
        label={`Usage by ${titles[group].toLowerCase()}`}
        columns={columnsOf(props, total?.costCents ?? 0)}
        rows={lines?.filter((line) => shown.has(line) || !isNamed(line))}
        rowKey={({ key }) => key}
        sort={sort}
        onSort={setChosen}
        skeletonRows={4}
        failure={
          query.isLoadingError
            ? { message: loadError, onRetry: () => void query.refetch() }
            : undefined
        }
        empty={
          <EmptyState title="Nothing was used">
            Each {titles[group].toLowerCase()} with usage appears here, with the total below.
          </EmptyState>
        }
        footer={
          isCut && (
            <Button kind="ghost" size="sm" onClick={() => setWhole(true)}>
              Show all {named.length}
            </Button>
          )
        }
      />
    </div>
  )
}
