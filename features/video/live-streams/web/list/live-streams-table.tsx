import { formatNumber } from '@playhead/domain/format.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { RadioIcon } from '@playhead/ui/icons/subject-icons.ts'
import { openRow } from '@playhead/ui/tables/open-row.ts'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { onRowKeys } from '@playhead/ui/tables/row-keys.ts'
import { CreateLiveStreamButton } from './create-live-stream-button.tsx'
import { liveMax } from './live-list.ts'
import { liveStreamColumns } from './live-stream-columns.tsx'
import { type LiveStreamList, liveStreamsPageSize } from './use-live-streams.ts'

const NoLiveStreams = ({ status, setStatus }: LiveStreamList) =>
  status ? (
    <EmptyState
      title="No live streams found"
      action={<Button onClick={() => setStatus(undefined)}>Show all</Button>}
    >
      No live stream of this environment is {status}.
    </EmptyState>
  ) : (
    <EmptyState
      title="No live streams yet"
      icon={<RadioIcon size={20} />}
      action={<CreateLiveStreamButton />}
    >
      Create one, put its address and key into your encoder, and viewers can watch seconds later.
    </EmptyState>
  )

const interactions = { onKeyDown: onRowKeys, onClick: openRow }

const Foot = ({ streams }: { streams: LiveStreamList }) => {
  const { totalCount = 0, isTrimmed, page, hrefFor, showAll } = streams
  if (isTrimmed && totalCount > liveMax)
    return (
      <div className="flex items-center justify-between gap-3">
        <span className="tabular-nums">
          The newest {liveMax} of {formatNumber(totalCount)}
        </span>
        <Button size="sm" onClick={showAll}>
          Show all
        </Button>
      </div>
    )
  return (
    <Pagination
      page={page}
      pageSize={liveStreamsPageSize}
      totalCount={totalCount}
      hrefFor={hrefFor}
      label="Pages of live streams"
    />
  )
}

/** LIVE-001 */
export const LiveStreamsTable = ({ streams }: { streams: LiveStreamList }) => {
  const { list, rows } = streams
  return (
    <div
      className={`transition-opacity ${list.isPlaceholderData ? 'opacity-60' : 'opacity-100'}`}
      aria-busy={list.isPlaceholderData || undefined}
      {...interactions}
    >
      <DataTable
        label="Live streams"
        columns={liveStreamColumns}
        rows={rows}
        rowKey={({ stream }) => stream.id}
        skeletonRows={10}
        failure={
          list.isLoadingError
            ? { message: list.error.message, onRetry: () => void list.refetch() }
            : undefined
        }
        empty={<NoLiveStreams {...streams} />}
        footer={rows && <Foot streams={streams} />}
      />
    </div>
  )
}
