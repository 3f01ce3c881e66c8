import { useMemo, useState } from 'react'
import { formatPercent } from '@playhead/domain/format.ts'
import { formatCents } from '@playhead/domain/money.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import type { Sort } from '@playhead/ui/tables/sort.ts'
import {
  linesOf,
  noteLine,
  sortLines,
  titleLinesOf,
  totalOf,
  type UsageLine,
} from './group-rows.ts'
import { type TableGroup, type Unfolded, UsageName } from './usage-name.tsx'
import {
  hasShared,
  loadError,
  quantityText,
  sharedCosts,
  type ShownMeter,
  shownMeters,
} from './usage-texts.ts'
import { type TitlesQuery, type UsageQuery, useTopTitles } from './use-usage.ts'

interface UsageTableProps {
  query: UsageQuery
  month: string
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

/** A phone leaves it out: there an amount is a pair of name and value. */
const NoAmount = () => <span className="usage-none">–</span>

const AmountCell = ({
  line,
  id,
  currency,
}: {
  line: UsageLine
  id: ShownMeter
  currency: string | null
}) => {
  if (line.note !== null) return null
  if (line.isShared) return <NoAmount />
  const { quantity, costCents } = line.amounts[id]
  // Below its environment, a title has the cost alone.
  if (line.parentKey !== null && currency !== null)
    return (
      <span className="usage-amount">
        {formatCents(costCents ?? (quantity === 0 ? 0 : null), currency)}
      </span>
    )
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

const percentOf = (part: number, whole: number) => (whole > 0 ? (part / whole) * 100 : 0)

interface CostProps {
  line: UsageLine
  currency: string
  whole: number
}

const Cost = ({ line, currency, whole }: CostProps) => {
  if (line.note !== null) return null
  const cost = formatCents(line.costCents, currency)
  return (
    <>
      {line.parentKey === null ? <strong>{cost}</strong> : cost}
      {/* A phone has no column for it. */}
      {!line.isTotal && (
        <span className="usage-phone-share">{formatPercent(percentOf(line.costCents, whole))}</span>
      )}
    </>
  )
}

const Share = ({ part, whole }: { part: number; whole: number }) => {
  const percent = percentOf(part, whole)
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
  // Titles share no costs of the server.
  render: ({ amounts, parentKey, note }) =>
    note === null &&
    (parentKey === null ? (
      <span className="usage-amount">{formatCents(amounts.shared.costCents ?? 0, currency)}</span>
    ) : (
      <NoAmount />
    )),
})

const columnsOf = (
  { query, group, currency, hrefOf }: UsageTableProps,
  whole: number,
  unfolded: Unfolded,
) => {
  const isShared = (group === 'environment' || group === 'day') && hasShared(query.data?.data ?? [])
  const columns: Column<UsageLine>[] = [
    {
      id: 'name',
      title: titles[group],
      isMain: true,
      isSortable: true,
      render: (line) => <UsageName line={line} group={group} hrefOf={hrefOf} unfolded={unfolded} />,
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
      render: (line) => <Cost line={line} currency={currency} whole={whole} />,
    } satisfies Column<UsageLine>,
    {
      id: 'share',
      title: 'Share',
      align: 'end',
      width: 150,
      onPhone: 'hidden',
      render: (line) => line.note === null && <Share part={line.costCents} whole={whole} />,
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

/** The titles of an environment as lines, or a word instead of them. */
const unfoldedLines = ({ data, isError }: TitlesQuery, environmentId: string): UsageLine[] => {
  if (isError) return [noteLine('The titles could not be loaded.', environmentId)]
  if (!data) return [noteLine('Loading titles …', environmentId)]
  const lines = titleLinesOf(data.data, environmentId)
  return lines.length === 0 ? [noteLine('No titles', environmentId)] : lines
}

/** What costs what: the last row is the sum. */
export const UsageTable = (props: UsageTableProps) => {
  const { query, month, group, currency } = props
  const [unfoldedId, setUnfolded] = useState<string>()
  const titlesOfUnfolded = useTopTitles(month, unfoldedId)
  const unfolded: Unfolded = {
    id: unfoldedId,
    onChange: setUnfolded,
    more: titlesOfUnfolded.data?.more ?? 0,
    onRetry: titlesOfUnfolded.isError ? () => void titlesOfUnfolded.refetch() : undefined,
  }
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
  const kept = new Set(isCut ? named.slice(0, firstLines) : named)
  const shown = lines
    ?.filter((line) => kept.has(line) || !isNamed(line))
    .flatMap((line) =>
      line.key === unfoldedId ? [line, ...unfoldedLines(titlesOfUnfolded, line.key)] : [line],
    )
  return (
    <div className="usage-table">
      <DataTable
        hasTwoLines
        label={`Usage by ${titles[group].toLowerCase()}`}
        columns={columnsOf(props, total?.costCents ?? 0, unfolded)}
        rows={shown}
        rowKey={({ key, parentKey }) => (parentKey === null ? key : `${parentKey} ${key}`)}
        isNested={({ parentKey }) => parentKey !== null}
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
