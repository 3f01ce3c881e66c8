import { formatNumber } from '@playhead/domain/format.ts'
import { Badge, LiveBadge } from '@playhead/ui/badges/badge.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import type { useStatus } from './use-collector.ts'

const kibibyte = 2 ** 10
const mebibyte = 2 ** 20

const formatMemory = (bytes: number) =>
  bytes < mebibyte
    ? `${formatNumber(bytes / kibibyte)} KB`
    : `${formatNumber(bytes / mebibyte, bytes < 10 * mebibyte ? 1 : 0)} MB`

/** Small rates keep a decimal, so that a single player does not show as zero. */
const formatRate = (perSecond: number) =>
  formatNumber(perSecond, perSecond > 0 && perSecond < 10 ? 1 : 0)

const terms = ['Events per second', 'Views open', 'Batches per second', 'Held in memory', 'Waiting']

type Rates = NonNullable<NonNullable<ReturnType<typeof useStatus>['data']>['data']['rates']>

const figuresOf = (rates: Rates) => [
  { value: formatRate(rates.eventsPerSecond), detail: 'over the last 10 s' },
  { value: formatNumber(rates.openViews), detail: 'until an hour of silence' },
  { value: formatRate(rates.batchesPerSecond), detail: 'written to the store' },
  {
    value: formatMemory(rates.heldBytes),
    detail: `of ${formatMemory(rates.memoryBytes)}, besides open views`,
  },
  { value: formatNumber(rates.waitingRequests), detail: 'requests not answered yet' },
]

const Figures = ({ rates }: { rates: Rates | undefined }) => {
  const figures = rates && figuresOf(rates)
  return (
    <dl
      className="grid grid-cols-[repeat(auto-fit,minmax(130px,1fr))] gap-4"
      aria-busy={!figures || undefined}
    >
      {terms.map((term, index) => (
        <div key={term} className="min-w-0">
          <dt className="text-sm text-ink-3">{term}</dt>
          <dd className="flex h-[40px] items-center text-2xl tracking-tight tabular-nums">
            {figures ? figures[index]!.value : <Skeleton width={70} height={22} />}
          </dd>
          <dd className="min-h-[18px] text-xs text-ink-3">
            {figures ? figures[index]!.detail : <Skeleton width={110} height={12} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export const RatesCard = ({ status }: { status: ReturnType<typeof useStatus> }) => {
  const data = status.data?.data
  return (
    <Card
      title="Now"
      isFailing={status.isLoadingError}
      actions={
        data &&
        (status.isError ? (
          <Badge tone="warn">Not up to date, trying again</Badge>
        ) : (
          data.rates && <LiveBadge />
        ))
      }
    >
      {status.isLoadingError ? (
        <FailedState message={status.error.message} onRetry={() => void status.refetch()} />
      ) : data && !data.rates ? (
        <EmptyState title="The collector runs in another process">
          Its rates are known there. The ledger below counts what it received.
        </EmptyState>
      ) : (
        <Figures rates={data?.rates ?? undefined} />
      )}
    </Card>
  )
}
