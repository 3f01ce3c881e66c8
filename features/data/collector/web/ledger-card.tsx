import { formatNumber } from '@playhead/domain/format.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { ledgerSpans } from '../contract.ts'
import { EnvironmentName } from './environment-name.tsx'
import { refusalMeaning } from './refusal-reasons.ts'
import { setupCardId } from './setup-card.tsx'
import {
  type CollectorStatus,
  type LedgerRow,
  ledgerPageSize,
  type LedgerSpan,
  useLedger,
} from './use-collector.ts'

const spanLabels: Record<LedgerSpan, string> = {
  '1:hours': 'Last hour',
  '24:hours': '24 hours',
  '7:days': '7 days',
}
const inSpan: Record<LedgerSpan, string> = {
  '1:hours': 'the last hour',
  '24:hours': 'the last 24 hours',
  '7:days': 'the last 7 days',
}

const count = (
  id: 'received' | 'stored' | 'duplicate' | 'rejected',
  title: string,
): Column<LedgerRow> => ({
  id,
  title,
  align: 'end',
  render: (row) => <span className="tabular-nums">{formatNumber(row[id])}</span>,
})

const columns: Column<LedgerRow>[] = [
  {
    id: 'environment',
    title: 'Environment',
    isMain: true,
    render: ({ environment, environmentId }) => (
      <EnvironmentName
        environment={environment}
        otherwise={environmentId === null ? 'No environment' : 'Deleted environment'}
      />
    ),
  },
  count('received', 'Received'),
  count('stored', 'Stored'),
  count('duplicate', 'Duplicate'),
  count('rejected', 'Rejected'),
  {
    id: 'reasons',
    title: 'Rejected by reason',
    render: ({ rejections }) =>
      rejections.length === 0 ? (
        <span className="text-ink-3">None</span>
      ) : (
        <ul className="flex flex-col gap-1">
          {rejections.map(({ reason, count: rejected }) => (
            <li key={reason} className="tabular-nums">
              {formatNumber(rejected)} <span className="text-ink-2">{refusalMeaning(reason)}</span>
            </li>
          ))}
        </ul>
      ),
  },
]

/** The guarantee of the ledger, as a sum that a reader can check. */
const Sum = ({ status }: { status: CollectorStatus }) => {
  const { received, stored, duplicate, rejected } = status.ledger
  const shed = status.shedRequests.reduce((sum, { count: requests }) => sum + requests, 0)
  const reasons = status.shedRequests.map(({ reason }) => refusalMeaning(reason).toLowerCase())
  return (
    <span className="tabular-nums">
      {formatNumber(received)} received = {formatNumber(stored)} stored + {formatNumber(duplicate)}{' '}
      duplicate + {formatNumber(rejected)} rejected
      {shed > 0 &&
        `. ${formatNumber(shed)} ${shed === 1 ? 'request was' : 'requests were'} shed (${reasons.join(', ')}); players send them again.`}
    </span>
  )
}

interface LedgerCardProps {
  span: LedgerSpan
  setSpan: (span: LedgerSpan) => void
  status: CollectorStatus | undefined
}

export const LedgerCard = ({ span, setSpan, status }: LedgerCardProps) => {
  const { list, page, hrefFor } = useLedger(span)
  const totalCount = list.data?.totalRowCount ?? 0
  return (
    <Card
      isFlush
      title="Ledger"
      description={status ? <Sum status={status} /> : 'What became of every event.'}
      isFailing={list.isLoadingError}
      actions={
        <SegmentedControl
          label="Timeframe"
          value={span}
          onChange={setSpan}
          options={ledgerSpans.map((value) => ({ value, label: spanLabels[value] }))}
        />
      }
    >
      <DataTable
        label="Ledger"
        columns={columns}
        rows={list.data?.data}
        rowKey={({ environmentId }) => environmentId ?? ''}
        skeletonRows={3}
        failure={
          list.isLoadingError
            ? { message: list.error.message, onRetry: () => void list.refetch() }
            : undefined
        }
        empty={
          <EmptyState
            title="No beacons yet"
            action={<Link href={`#${setupCardId}`}>Point a player here</Link>}
          >
            Nothing was received in {inSpan[span]}. With a few lines on a page its players report to
            this server.
          </EmptyState>
        }
        footer={
          totalCount > ledgerPageSize && (
            <Pagination
              page={page}
              pageSize={ledgerPageSize}
              totalCount={totalCount}
              hrefFor={hrefFor}
              label="Pages of the ledger"
            />
          )
        }
      />
    </Card>
  )
}
