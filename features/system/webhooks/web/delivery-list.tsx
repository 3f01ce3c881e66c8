import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageLimits } from '@playhead/contract-kit/paging.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { ChevronDownIcon, ChevronRightIcon } from '@playhead/ui/icons/icons.ts'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { Time } from '@playhead/web-kit/times/time.tsx'
import { webhooks } from '../contract.ts'
import { DeliveryDetail } from './delivery-detail.tsx'
import { lastText, statusTexts } from './delivery-texts.ts'
import { useOpenWebhook } from './open-webhook.ts'

const refreshMs = 5000
const pageSize = pageLimits.defaultLimit

const useDeliveries = (id: string) => {
  const { status } = useOpenWebhook()
  const paging = usePageParameter('deliveries_page')
  const list = useQuery({
    ...query(
      webhooks.listDeliveries,
      { params: { id }, query: { page: paging.page, limit: pageSize, ...(status && { status }) } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  useExistingPage(paging, pageSize, list)
  return { ...paging, list, status }
}

type Entry = NonNullable<ReturnType<typeof useDeliveries>['list']['data']>['data'][number]

interface DeliveryRowProps {
  delivery: Entry
  webhookId: string
  isEnabled: boolean
}

const DeliveryRow = ({ delivery, webhookId, isEnabled }: DeliveryRowProps) => {
  const { eventId, setEvent } = useOpenWebhook()
  const { event, status } = delivery
  const isOpen = eventId === event.id
  const { label, tone } = statusTexts[status]
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon
  return (
    <li className="border-line not-last:border-b">
      <button
        type="button"
        className="flex w-full items-start gap-2 p-3 text-left hover:bg-sunk"
        aria-expanded={isOpen}
        onClick={() => setEvent(isOpen ? undefined : event.id)}
      >
        <Chevron size={16} className="mt-0.5 shrink-0 text-ink-3" />
        <span className="min-w-0 grow">
          <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="font-medium break-all">{event.type}</span>
            <Time at={event.createdAt} className="text-sm text-ink-3" />
          </span>
          <span className="mt-1 flex flex-wrap items-center gap-2 text-sm text-ink-2">
            <Badge tone={tone}>{label}</Badge> {lastText(delivery)}
            <span className="font-mono text-xs break-all text-ink-3">
              {event.object.type} {event.object.id}
            </span>
          </span>
        </span>
      </button>
      {isOpen && <DeliveryDetail webhookId={webhookId} eventId={event.id} isEnabled={isEnabled} />}
    </li>
  )
}

const ListSkeleton = () => (
  <Loading label="Loading deliveries">
    {['60%', '45%', '55%'].map((width) => (
      <div key={width} className="grid gap-2 border-line p-3 not-last:border-b">
        <Skeleton width={width} />
        <Skeleton width="35%" height={12} />
      </div>
    ))}
  </Loading>
)

export const DeliveryList = ({
  webhookId,
  isEnabled,
}: Pick<DeliveryRowProps, 'webhookId' | 'isEnabled'>) => {
  const { list, status, page, hrefFor } = useDeliveries(webhookId)
  const { data, isLoadingError, error } = list
  const emptyTitle = status
    ? `Nothing ${statusTexts[status].label.toLowerCase()}`
    : 'Nothing was sent yet'
  return (
    <>
      <div
        className="rounded-lg border border-line"
        aria-busy={list.isPlaceholderData || undefined}
      >
        {isLoadingError ? (
          <FailedState message={error.message} onRetry={() => void list.refetch()} />
        ) : !data ? (
          <ListSkeleton />
        ) : data.data.length === 0 ? (
          <EmptyState title={emptyTitle}>
            {!status && 'Events appear here as they happen, and stay for 30 days.'}
          </EmptyState>
        ) : (
          <ul aria-label="Deliveries">
            {data.data.map((delivery) => (
              <DeliveryRow
                key={delivery.event.id}
                delivery={delivery}
                webhookId={webhookId}
                isEnabled={isEnabled}
              />
            ))}
          </ul>
        )}
      </div>
      {data && data.totalRowCount > pageSize && (
        <Pagination
          page={page}
          pageSize={pageSize}
          totalCount={data.totalRowCount}
          hrefFor={hrefFor}
          label="Pages of deliveries"
        />
      )}
    </>
  )
}
