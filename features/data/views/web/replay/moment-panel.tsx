import type { ReactNode } from 'react'
import { formatLength, unknownValue } from '@playhead/domain/format.ts'
import { measuredLength } from './measured-length.ts'
import { EventDetails, hasDetails } from './event-details.tsx'
import { momentAt } from './timeline/moment.ts'
import { renditionDetails, renditionWords } from './rendition-words.ts'
import type { Replay } from './timeline/replay.ts'
import type { ReplayEvent } from './timeline/replay-event.ts'
import type { ReplayRequest } from './timeline/requests.ts'
import { stateLabels } from './timeline/states.ts'

const mostRequests = 3

const isSaidAbove = ({ name }: ReplayEvent) =>
  name === 'renditionchange' || name === 'requestcompleted'
// A scrollable area has to be focusable for keyboard users.
const scrollable = { tabIndex: 0 }

const Row = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="grid grid-cols-[84px_minmax(0,1fr)] gap-2">
    <dt className="text-ink-3">{term}</dt>
    <dd className="[overflow-wrap:anywhere] tabular-nums">{children}</dd>
  </div>
)

const requestName = ({ url, hostname, type }: ReplayRequest) =>
  [type, url?.split('/').at(-1) ?? hostname].filter(Boolean).join(' ') || 'Request'

const OpenRequests = ({ requests }: { requests: readonly ReplayRequest[] }) => {
  if (requests.length === 0) return 'None'
  const more = requests.length - mostRequests
  return (
    <ul>
      {requests.slice(0, mostRequests).map((request) => (
        <li key={request.sequenceNumber}>{requestName(request)}</li>
      ))}
      {more > 0 && <li className="text-ink-3">and {more} more</li>}
    </ul>
  )
}

interface MomentPanelProps {
  replay: Replay
  at: number
  isPointedAt: boolean
}

/** The state of the view at one moment. */
export const MomentPanel = ({ replay, at, isPointedAt }: MomentPanelProps) => {
  const { state, position, rendition, events, requests } = momentAt(replay, at)
  const last = events.at(-1)
  const more = renditionDetails(rendition)
  return (
    <section
      {...scrollable}
      aria-label="At this moment"
      className="flex min-h-[250px] flex-col gap-2 overflow-y-auto rounded-md bg-sunk p-3 text-sm xl:h-0 xl:min-h-full"
    >
      <p className="flex items-baseline justify-between gap-2">
        <span className="text-xl font-semibold tracking-tight tabular-nums">
          {formatLength(at, 2)}
        </span>
        <span className="text-xs text-ink-3">{isPointedAt ? 'Pointed at' : 'Playhead'}</span>
      </p>
      <dl className="flex flex-col gap-1">
        <Row term="Player">
          {state
            ? `${stateLabels[state.kind]} for ${measuredLength(state.to - state.from)}`
            : unknownValue}
        </Row>
        <Row term="Position">{formatLength(position, 1)}</Row>
        {replay.renditions.length > 0 && (
          <Row term="Rendition">
            {renditionWords(rendition)}
            {more && <span className="block text-xs text-ink-3">{more}</span>}
          </Row>
        )}
        {replay.requests.length > 0 && (
          <Row term="Loading">
            <OpenRequests requests={requests} />
          </Row>
        )}
        <Row term="Last event">
          {last
            ? `${events.map(({ name }) => name).join(', ')} at ${formatLength(last.at, 2)}`
            : unknownValue}
          {last && hasDetails(last) && !isSaidAbove(last) && <EventDetails event={last} />}
        </Row>
      </dl>
    </section>
  )
}
