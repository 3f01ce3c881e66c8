import { useQuery } from '@tanstack/react-query'
import { toSnake } from '@playhead/contract-kit/case-seam.ts'
import { formatFullDate } from '@playhead/domain/format.ts'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { CodeBlock } from '@playhead/ui/code/code-block.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { useScreenPath } from '@playhead/web-kit/navigation/screen-places.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { useSlot } from '@playhead/web-kit/slot.ts'
import { Event, events } from '../contract.ts'
import { ActivityItem } from './activity-item.tsx'
import { ObjectLink } from './object-link.tsx'
import { eventCard, type EventDetail } from './slots.ts'

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
  const found = useQuery(query(events.retrieve, { params: { id } }, { quiet: true }))
  return (
    <ActivityItem
      name="Event"
      list={{
        address: 'activity/events',
        label: 'Go to the events',
        kept: 'Events are kept for 30 days.',
      }}
      found={found}
    >
      {(event) => <Found event={event} />}
    </ActivityItem>
  )
}
