import { Button } from '@playhead/ui/buttons/button.tsx'
import { Chip } from '@playhead/ui/badges/chip.tsx'
import { Select } from '@playhead/ui/choices/select.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import type { Column } from '@playhead/ui/tables/data-table.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { Time } from '@playhead/web-kit/times/time.tsx'
import { type events, listedMax } from '../contract.ts'
import { ActivityHeader } from './activity-header.tsx'
import { ActivityList } from './activity-list.tsx'
import { DeliveryBadge } from './delivery-badge.tsx'
import { eventKinds } from './event-kinds.ts'
import { NewItemsBar } from './new-items-bar.tsx'
import { ObjectLink } from './object-link.tsx'
import { SearchInput } from './search-input.tsx'
import { TimeframeSelect } from './timeframe-select.tsx'
import { type EventList, useEvents } from './use-events.ts'

type Listed = CallResponse<typeof events.list>['data'][number]

const columns = (hrefOf: (id: string) => string): Column<Listed>[] => [
  {
    id: 'type',
    title: 'Event',
    isMain: true,
    render: ({ id, type }) => (
      <Link kind="plain" href={hrefOf(id)} className="break-all font-mono text-xs">
        {type}
      </Link>
    ),
  },
  { id: 'object', title: 'Object', render: ({ object }) => <ObjectLink object={object} /> },
  {
    id: 'delivery',
    title: 'Webhooks',
    width: 150,
    render: ({ delivery }) => <DeliveryBadge delivery={delivery} />,
  },
  {
    id: 'created_at',
    title: 'When',
    align: 'end',
    width: 190,
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
]

const Filters = ({ list }: { list: EventList }) => {
  const setSearch = useSetSearch()
  return (
    <>
      {list.requestId && (
        <Chip
          index={0}
          name="Caused by call"
          removeLabel="Show the events of all calls"
          onRemove={() => setSearch({ request_id: undefined, page: undefined })}
        >
          {list.requestId.slice(0, 8)}…
        </Chip>
      )}
      <SearchInput label="Find an id" placeholder="ID of an event or object" />
      <Select
        label="Type"
        isLabelHidden
        value={list.kind ?? 'all'}
        options={eventKinds}
        onChange={list.setKind}
      />
      <TimeframeSelect />
    </>
  )
}

const NoEvents = ({ list }: { list: EventList }) =>
  list.isFiltered ? (
    <EmptyState
      title="No events found"
      action={<Button onClick={list.clear}>Clear filters</Button>}
    >
      No events of the last 30 days match these filters.
    </EmptyState>
  ) : (
    <EmptyState title="No events yet">
      Events of assets and uploads appear here for 30 days, with their webhook deliveries.
    </EmptyState>
  )

/** ACTV-001, ACTV-003, ACTV-007 */
export const Screen = () => {
  const events = useEvents()
  const path = usePath()
  const { list } = events
  return (
    <>
      <ActivityHeader tab="events" />
      <ActivityList
        title="Events"
        description="What happened in this environment, as webhooks send it. Kept for 30 days."
        list={list}
        columns={columns((id) => path(`activity/events/${id}`))}
        filters={<Filters list={events} />}
        empty={<NoEvents list={events} />}
        page={events.page}
        hrefFor={events.hrefFor}
        bar={
          <NewItemsBar
            items={events.newItems}
            words={['event', 'events']}
            onRefresh={events.refresh}
          />
        }
        opensRows
        pagedMax={listedMax}
      />
    </>
  )
}
