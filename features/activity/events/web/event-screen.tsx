import { useQuery } from '@tanstack/react-query'
import { toSnake } from '@playhead/contract-kit/case-seam.ts'
import { formatFullDate } from '@playhead/domain/format.ts'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { CodeBlock } from '@playhead/ui/code/code-block.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { Loading, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import { useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useScreenPath } from '@playhead/web-kit/navigation/screen-places.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { useSlot } from '@playhead/web-kit/slot.ts'
import { Event, events } from '../contract.ts'
import { ObjectLink } from './object-link.tsx'
import { eventCard, type EventDetail } from './slots.ts'

const useCrumbs = () => [{ label: 'API Activity', href: usePath()('activity/events') }]

const CausedBy = ({ requestId }: { requestId: string | undefined }) => {
  const href = useScreenPath()(`activity/logs?request_id=${requestId}`)
  if (requestId === undefined) return 'The server itself'
  if (href === undefined) return <CopyControl value={requestId} label="Copy the request id" />
  return (
    <Link href={href}>
      <span className="break-all">Call {requestId}</span>
    </Link>
  )
}

const textOf = ({ id, type, createdAt, object, environment, data }: EventDetail) =>
  JSON.stringify(toSnake(Event, { id, type, createdAt, object, environment, data }), null, 2)

const Found = ({ event }: { event: EventDetail }) => {
  const cards = useSlot(eventCard)
  return (
    <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Card title="As webhooks send it">
        <CodeBlock label="JSON" text={textOf(event)} copyLabel="Copy the event" isWhole />
      </Card>
      <Stack gap={3}>
        <Card title="About">
          <DescriptionList
            items={[
              { term: 'Object', detail: <ObjectLink object={event.object} /> },
              { term: 'Happened', detail: formatFullDate(event.createdAt) },
              { term: 'Environment', detail: event.environment.name },
              { term: 'Caused by', detail: <CausedBy requestId={event.requestId} /> },
              { term: 'ID', detail: <CopyControl value={event.id} label="Copy the event id" /> },
            ]}
          />
        </Card>
        {cards.map(({ order, Part }) => (
          <Part key={order} event={event} />
        ))}
      </Stack>
    </div>
  )
}

/** ACTV-002, ACTV-006 */
export const Screen = () => {
  const id = useParam('eventId') ?? ''
  const path = usePath()
  const found = useQuery(query(events.retrieve, { params: { id } }, { quiet: true }))
  const crumbs = useCrumbs()
  const event = found.data?.data
  if (isCallError(found.error) && found.error.status === 404)
    return (
      <>
        <PageHeader title="Event" breadcrumbs={crumbs} />
        <Card>
          <EmptyState
            title="Event not found"
            action={<LinkButton href={path('activity/events')}>Go to the events</LinkButton>}
          >
            Events are kept for 30 days.
          </EmptyState>
        </Card>
      </>
    )
  return (
    <>
      <PageHeader
        title={event ? <span className="break-all">{event.type}</span> : 'Event'}
        breadcrumbs={crumbs}
      />
      {found.isLoadingError ? (
        <Card isFailing>
          <FailedState
            message={found.error.message}
            isRetrying={found.isFetching}
            onRetry={() => void found.refetch()}
          />
        </Card>
      ) : event ? (
        <Found event={event} />
      ) : (
        <Card>
          <Loading label="Loading the event">
            <SkeletonLines count={8} />
          </Loading>
        </Card>
      )}
    </>
  )
}
