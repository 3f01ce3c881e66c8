import { unknownValue } from '@playhead/domain/format.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Time } from '@playhead/web-kit/times/time.tsx'
import { EnvironmentName } from './environment-name.tsx'
import { refusalMeaning } from './refusal-reasons.ts'
import { type LedgerSpan, type RejectionRow, useRejections } from './use-collector.ts'

const Hints = ({ player, userAgent, viewId, environmentKey }: RejectionRow) => {
  const hints = [
    environmentKey && `key beginning with ${environmentKey}`,
    player,
    viewId && `view ${viewId}`,
    userAgent,
  ].filter(Boolean)
  return (
    <span className="text-sm break-words text-ink-2">
      {hints.length > 0 ? hints.join(' · ') : unknownValue}
    </span>
  )
}

const columns: Column<RejectionRow>[] = [
  {
    id: 'time',
    title: 'Time',
    width: 150,
    render: ({ rejectedAt }) => <Time at={rejectedAt} className="tabular-nums text-ink-2" />,
  },
  {
    id: 'reason',
    title: 'Reason',
    isMain: true,
    width: '26%',
    render: ({ reason }) => (
      <span className="flex flex-col">
        {refusalMeaning(reason)}
        <span className="font-mono text-xs font-normal text-ink-3">{reason}</span>
      </span>
    ),
  },
  {
    id: 'environment',
    title: 'Environment',
    render: ({ environment }) => (
      <EnvironmentName environment={environment} otherwise={unknownValue} />
    ),
  },
  {
    id: 'event',
    title: 'Event',
    render: ({ event }) => <span className="whitespace-nowrap">{event ?? unknownValue}</span>,
  },
  { id: 'hints', title: 'From', render: (row) => <Hints {...row} /> },
]

/** Rows have no id; two rows of the same moment differ in their content. */
const keyOf = (row: RejectionRow) => JSON.stringify(row)

const distinct = (rows: RejectionRow[] | undefined) =>
  rows && [...new Map(rows.map((row) => [keyOf(row), row])).values()]

export const RejectionsCard = ({ span }: { span: LedgerSpan }) => {
  const list = useRejections(span)
  return (
    <Card
      isFlush
      title="Last rejected"
      description="Examples, the newest first; the ledger counts all of them."
      isFailing={list.isLoadingError}
    >
      <DataTable
        label="Last rejected"
        columns={columns}
        rows={distinct(list.data?.data)}
        rowKey={keyOf}
        skeletonRows={3}
        failure={
          list.isLoadingError
            ? { message: list.error.message, onRetry: () => void list.refetch() }
            : undefined
        }
        empty={
          <EmptyState title="Nothing was rejected">
            What a player sends and no view can take shows up here, with the reason.
          </EmptyState>
        }
      />
    </Card>
  )
}
