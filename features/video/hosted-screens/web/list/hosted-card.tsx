import type { ReactNode } from 'react'
import { formatNumber } from '@playhead/domain/format.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { openRow } from '@playhead/ui/tables/open-row.ts'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { onRowKeys } from '@playhead/ui/tables/row-keys.ts'
import type { Sort } from '@playhead/ui/tables/sort.ts'
import { type Entry, type Hosted, liveMax } from './live-list.ts'
import { type HostedList, pageSize } from './use-live-list.ts'

interface HostedCardProps<H extends Hosted> {
  /** In the middle of a sentence: `live stream`, `live streams`. */
  words: readonly [one: string, many: string]
  hosted: HostedList<H>
  columns: readonly Column<Entry<H>>[]
  /** Search and filters; none where there is nothing to find. */
  filters: ReactNode
  empty: ReactNode
  sort?: Sort
  onSort?: (sort: Sort) => void
}

const skeletonRows = 10

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const countOf = (count: number, [one, many]: readonly [string, string]) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** ASST-017, LIVE-018 */
const NewEntries = <H extends Hosted>({
  hosted: { newCount, showNew },
  words: [one, many],
}: Pick<HostedCardProps<H>, 'hosted' | 'words'>) => (
  <output className="block">
    {newCount > 0 && (
      <span className="flex items-center justify-center gap-3 border-b border-line px-3 py-2 text-sm">
        <span>{countOf(newCount, [`new ${one}`, `new ${many}`])}</span>
        <Button size="sm" onClick={showNew}>
          Show new
        </Button>
      </span>
    )}
  </output>
)

const Foot = <H extends Hosted>({
  hosted: { totalCount = 0, isTrimmed, page, hrefFor, showAll },
  words: [, many],
}: Pick<HostedCardProps<H>, 'hosted' | 'words'>) =>
  isTrimmed && totalCount > liveMax ? (
    <div className="flex items-center justify-between gap-3">
      <span className="tabular-nums">
        The newest {liveMax} of {formatNumber(totalCount)}
      </span>
      <Button size="sm" onClick={showAll}>
        Show all
      </Button>
    </div>
  ) : (
    <Pagination
      page={page}
      pageSize={pageSize}
      totalCount={totalCount}
      hrefFor={hrefFor}
      label={`Pages of ${many}`}
    />
  )

const interactions = { onKeyDown: onRowKeys, onClick: openRow }

/** A page of assets or live streams as a table that follows what happens. ASST-002, ASST-003, LIVE-001 */
export const HostedCard = <H extends Hosted>({
  words,
  hosted,
  columns,
  filters,
  empty,
  sort,
  onSort,
}: HostedCardProps<H>) => {
  const { list, rows, totalCount } = hosted
  const name = capitalized(words[1])
  return (
    <Card
      isFlush
      title={totalCount ? countOf(totalCount, words) : name}
      isFailing={list.isLoadingError}
      actions={filters}
    >
      <NewEntries hosted={hosted} words={words} />
      <div
        className={`transition-opacity ${list.isPlaceholderData ? 'opacity-60' : 'opacity-100'}`}
        aria-busy={list.isPlaceholderData || undefined}
        {...interactions}
      >
        <DataTable
          label={name}
          columns={columns}
          rows={rows}
          rowKey={({ item }) => item.id}
          skeletonRows={skeletonRows}
          {...(sort && { sort })}
          {...(onSort && { onSort })}
          failure={
            list.isLoadingError
              ? { message: list.error.message, onRetry: () => void list.refetch() }
              : undefined
          }
          empty={empty}
          footer={rows && <Foot hosted={hosted} words={words} />}
        />
      </div>
    </Card>
  )
}
