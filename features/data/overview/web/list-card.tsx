import type { ReactNode } from 'react'
import { Card } from '@playhead/ui/layout/card.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { Loading, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'

interface ListCardProps {
  title: string
  description: string
  more: { label: string; href: string }
  asked: {
    error: Error | null
    refetch: () => unknown
    isFetching: boolean
    isPlaceholderData: boolean
  }
  /** Absent while loading. */
  rows: readonly ReactNode[] | undefined
  emptyText: string
  isHistorical: boolean
}

const rowCount = 5

/** The first few items of a list, with a link to all of them. */
export const ListCard = (props: ListCardProps) => {
  const { title, description, more, asked, rows, emptyText, isHistorical } = props
  const content = isHistorical ? (
    <EmptyState title="Not available for the selected time range">
      For days this long ago, only sums are kept.
    </EmptyState>
  ) : rows && rows.length > 0 ? (
    <ul
      className={`transition-opacity ${asked.isPlaceholderData ? 'opacity-60' : ''}`}
      aria-busy={asked.isPlaceholderData || undefined}
    >
      {rows}
    </ul>
  ) : rows ? (
    <EmptyState title={emptyText} />
  ) : asked.error ? (
    <FailedState
      message={asked.error.message}
      onRetry={() => void asked.refetch()}
      isRetrying={asked.isFetching}
    />
  ) : (
    <div className="p-4">
      <Loading label={`Loading ${title.toLowerCase()}`}>
        <SkeletonLines count={rowCount} />
      </Loading>
    </div>
  )
  return (
    <Card
      isFlush
      title={title}
      description={description}
      isFailing={!rows && asked.error !== null}
      actions={
        <Link kind="quiet" href={more.href}>
          {more.label}
        </Link>
      }
    >
      {content}
    </Card>
  )
}

interface ListRowProps {
  children: ReactNode
  value: ReactNode
  detail?: ReactNode
}

export const ListRow = ({ children, value, detail }: ListRowProps) => (
  <li className="flex min-h-[38px] items-center gap-3 max-md:gap-2 border-b border-line px-4 py-2 last:border-b-0">
    <span className="flex min-w-0 grow flex-wrap items-center gap-x-2 break-words *:min-w-0">
      {children}
    </span>
    <span className="shrink-0 tabular-nums">{value}</span>
    {detail !== undefined && (
      <span className="w-[76px] shrink-0 max-md:w-[56px] text-right text-sm text-ink-3 tabular-nums">
        {detail}
      </span>
    )}
  </li>
)
