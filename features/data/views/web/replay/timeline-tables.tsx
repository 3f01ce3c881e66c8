import { type ReactNode, useEffect, useRef } from 'react'
import {
  formatDuration,
  formatLength,
  formatNumber,
  unknownValue,
} from '@playhead/domain/format.ts'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { onRowKeys } from '@playhead/ui/tables/row-keys.ts'
import { EventDetails, hasDetails } from './event-details.tsx'
import { measuredLength } from './measured-length.ts'
import type { Replay } from './timeline/replay.ts'
import type { ReplayEvent } from './timeline/replay-event.ts'
import type { ReplayRequest } from './timeline/requests.ts'
import { positionAt } from './timeline/positions.ts'
import { stateLabels, type StateSpan } from './timeline/states.ts'

type SetAt = (at: number) => void

interface TableProps {
  replay: Replay
  at: number
  setAt: SetAt
}

/** Moves the playhead to this moment. */
const MomentButton = ({
  at,
  isCurrent,
  setAt,
}: {
  at: number
  isCurrent: boolean
  setAt: SetAt
}) => (
  <button
    type="button"
    className={`ph-link tabular-nums ${isCurrent ? 'font-semibold text-mark-text' : ''}`}
    data-kind="quiet"
    aria-current={isCurrent || undefined}
    onClick={() => setAt(at)}
  >
    {formatLength(at, 3)}
  </button>
)

const interactions = { onKeyDown: onRowKeys }

/** Scrolls the row of the current moment into view, without scrolling the page. */
const useCurrentInSight = (at: number) => {
  const frame = useRef<HTMLDivElement>(null)
  const seen = useRef<number>(undefined)
  useEffect(() => {
    if (seen.current === at) return
    seen.current = at
    const row = frame.current?.querySelector('[aria-current]')?.closest('tr')
    if (!frame.current || !row) return
    const [shown, wanted] = [frame.current.getBoundingClientRect(), row.getBoundingClientRect()]
    if (wanted.top < shown.top || wanted.bottom > shown.bottom)
      frame.current.scrollTop += wanted.top - shown.top - shown.height / 2
  }, [at])
  return frame
}

/** Scrolls inside the card, because a view may have hundreds of rows. */
const Frame = ({ at, children }: { at: number; children: ReactNode }) => (
  <div className="max-h-[460px] overflow-y-auto" ref={useCurrentInSight(at)} {...interactions}>
    {children}
  </div>
)

const figure = (text: string) => <span className="whitespace-nowrap tabular-nums">{text}</span>
const isAt = (time: number, at: number) => Math.abs(time - at) < 0.5

const eventColumns = (at: number, setAt: SetAt): Column<ReplayEvent>[] => [
  {
    id: 'number',
    title: 'Number',
    width: 80,
    align: 'end',
    render: ({ sequenceNumber }) => figure(String(sequenceNumber)),
  },
  {
    id: 'time',
    title: 'Time since start',
    width: 140,
    align: 'end',
    render: (event) => <MomentButton at={event.at} isCurrent={isAt(event.at, at)} setAt={setAt} />,
  },
  { id: 'name', title: 'Name', isMain: true, width: 180, render: ({ name }) => name },
  {
    id: 'position',
    title: 'Position',
    width: 110,
    align: 'end',
    render: ({ position }) => figure(formatLength(position, 2)),
  },
  {
    id: 'details',
    title: 'Details',
    render: (event) =>
      hasDetails(event) ? (
        <EventDetails event={event} />
      ) : (
        <span className="text-ink-3">{unknownValue}</span>
      ),
  },
]

/** VIEW-015 */
export const EventsTable = ({ replay, at, setAt }: TableProps) => (
  <Frame at={at}>
    <DataTable
      label="Events"
      columns={eventColumns(at, setAt)}
      rows={replay.events}
      rowKey={({ sequenceNumber }) => String(sequenceNumber)}
    />
  </Frame>
)

const stateColumns = ({ replay, at, setAt }: TableProps): Column<StateSpan>[] => [
  {
    id: 'from',
    title: 'From',
    width: 140,
    align: 'end',
    render: ({ from, to }) => (
      <MomentButton at={from} isCurrent={from <= at && at < to} setAt={setAt} />
    ),
  },
  { id: 'state', title: 'State', isMain: true, render: ({ kind }) => stateLabels[kind] },
  {
    id: 'length',
    title: 'Duration',
    align: 'end',
    render: ({ from, to }) => figure(measuredLength(to - from)),
  },
  {
    id: 'position',
    title: 'Position',
    align: 'end',
    render: ({ from }) => figure(formatLength(positionAt(replay.positions, from), 2)),
  },
]

export const StatesTable = (props: TableProps) => (
  <Frame at={props.at}>
    <DataTable
      label="States"
      columns={stateColumns(props)}
      rows={props.replay.states}
      rowKey={({ kind, from }) => `${kind} ${from}`}
    />
  </Frame>
)

const resultLabels = { completed: 'Completed', failed: 'Failed', canceled: 'Canceled' } as const
const timed = ({ isTimed }: ReplayRequest, ms: number) =>
  figure(isTimed ? formatDuration(ms) : unknownValue)

const requestColumns = (at: number, setAt: SetAt): Column<ReplayRequest>[] => [
  {
    id: 'from',
    title: 'Time since start',
    width: 140,
    align: 'end',
    render: ({ from, to }) => (
      <MomentButton at={from} isCurrent={from <= at && at <= to} setAt={setAt} />
    ),
  },
  { id: 'type', title: 'Type', width: 100, render: ({ type }) => type ?? unknownValue },
  {
    id: 'url',
    title: 'Address',
    isMain: true,
    render: ({ url, hostname }) => url ?? hostname ?? unknownValue,
  },
  {
    id: 'latency',
    title: 'Waited',
    align: 'end',
    render: (request) => timed(request, request.respondedAt - request.from),
  },
  {
    id: 'loading',
    title: 'Loaded',
    align: 'end',
    render: (request) => timed(request, request.to - request.respondedAt),
  },
  {
    id: 'bytes',
    title: 'Bytes',
    align: 'end',
    render: ({ bytes }) => figure(formatNumber(bytes)),
  },
  {
    id: 'result',
    title: 'Result',
    render: ({ result, error }) => (
      <span className={result === 'failed' ? 'text-bad' : undefined}>
        {[resultLabels[result], error].filter(Boolean).join(': ')}
      </span>
    ),
  },
]

export const RequestsTable = ({ replay, at, setAt }: TableProps) => (
  <Frame at={at}>
    <DataTable
      label="Requests"
      columns={requestColumns(at, setAt)}
      rows={replay.requests}
      rowKey={({ sequenceNumber }) => String(sequenceNumber)}
      empty={
        <EmptyState title="No requests were reported">
          Requests appear here if the player reports what it loads.
        </EmptyState>
      }
    />
    {replay.requests.length > 0 && (
      <p className="p-3 text-sm text-ink-3">
        The first and last completed requests of a view are kept, and failed or canceled ones as
        long as there is room.
      </p>
    )}
  </Frame>
)
