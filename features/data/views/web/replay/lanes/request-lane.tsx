import { memo, type UIEvent, useState } from 'react'
import { VisuallyHidden } from '@playhead/ui/layout/visually-hidden.tsx'
import { Lane } from './lane.tsx'
import { type Crowd, crowdsOf, crowdWords } from '../timeline/crowds.ts'
import type { Replay, TimeWindow } from '../timeline/replay.ts'
import type { ReplayRequest } from '../timeline/requests.ts'
import { placeOf } from './track-position.ts'

const rowHeight = 14
/** Cuts the last row in half, to show that there are more. */
const mostHeight = 203
const stripHeight = 18
/** More rows than this are too long to expand by default. */
export const mostExpanded = 30
/** Fewer stay single bars. */
const leastCrowd = 3
/** In percent: wide enough for a number. */
const countedShare = 1.5
const extraRows = 4

const looks = {
  completed: 'bg-series-2',
  failed: 'bg-bad',
  canceled: 'bg-ink-3',
} as const

/** Waiting for the response is pale, loading is solid; a failed request is also crossed. */
const RequestBar = ({
  request,
  window,
  top,
}: {
  request: ReplayRequest
  window: TimeWindow
  top: number
}) => {
  const place = placeOf(window, request)
  if (!place) return null
  const lasts = request.to - request.from
  const waited = lasts > 0 ? ((request.respondedAt - request.from) / lasts) * 100 : 0
  const look = looks[request.result]
  return (
    <div
      className="absolute h-[10px] min-w-[3px]"
      style={{ left: place.left, width: place.width, top: top + 2 }}
    >
      <span className={`absolute inset-0 rounded-sm opacity-40 ${look}`} />
      <span
        className={`absolute inset-y-0 right-0 rounded-sm ${look}`}
        style={{ left: `${Math.min(waited, 90)}%` }}
      />
      {request.result !== 'completed' && (
        <span className="absolute -top-[4px] left-[5px] text-sm leading-tight text-bad">×</span>
      )}
    </div>
  )
}

/** Many requests at once as one bar with their number. */
const CrowdBar = ({ crowd, window }: { crowd: Crowd; window: TimeWindow }) => {
  const place = placeOf(window, crowd)
  if (!place) return null
  const words = crowdWords(crowd)
  const hasFailed = crowd.requests.some(({ result }) => result === 'failed')
  return (
    <div
      className="absolute inset-y-[2px] min-w-[3px] text-center text-xs leading-[14px] tabular-nums"
      style={{ left: place.left, width: place.width }}
      title={words}
    >
      <span className="absolute inset-0 rounded-sm bg-series-2 opacity-40" />
      {hasFailed && <span className="absolute inset-x-0 bottom-0 h-[3px] rounded-sm bg-bad" />}
      {place.share >= countedShare && (
        <span className="relative" aria-hidden="true">
          {crowd.requests.length}
        </span>
      )}
      <VisuallyHidden>{words}</VisuallyHidden>
    </div>
  )
}

const Strip = ({ requests, window }: { requests: readonly ReplayRequest[]; window: TimeWindow }) =>
  crowdsOf(requests, window).map((crowd) =>
    crowd.requests.length >= leastCrowd ? (
      <CrowdBar key={crowd.from} crowd={crowd} window={window} />
    ) : (
      crowd.requests.map((request) => (
        <RequestBar key={request.sequenceNumber} request={request} window={window} top={2} />
      ))
    ),
  )

// A scrollable area has to be focusable for keyboard users.
const scrollable = { role: 'group', 'aria-label': 'Requests, one in a row', tabIndex: 0 } as const

const Waterfall = ({
  requests,
  window,
}: {
  requests: readonly ReplayRequest[]
  window: TimeWindow
}) => {
  const [scrolled, setScrolled] = useState(0)
  const first = Math.max(0, Math.floor(scrolled / rowHeight) - extraRows)
  const rows = Math.ceil(mostHeight / rowHeight) + extraRows * 2
  return (
    <div
      className="h-full overflow-y-auto"
      // A scroll bar would shift the bars against the time axis.
      style={{ scrollbarWidth: 'none' }}
      {...(requests.length * rowHeight > mostHeight && scrollable)}
      onScroll={(event: UIEvent<HTMLElement>) => setScrolled(event.currentTarget.scrollTop)}
    >
      <div className="relative" style={{ height: requests.length * rowHeight }}>
        {requests.slice(first, first + rows).map((request, index) => (
          <RequestBar
            key={request.sequenceNumber}
            request={request}
            window={window}
            top={(first + index) * rowHeight}
          />
        ))}
      </div>
    </div>
  )
}

interface RequestLaneProps {
  replay: Replay
  window: TimeWindow
  isExpanded: boolean
}

export const RequestLane = memo(({ replay, window, isExpanded }: RequestLaneProps) => {
  const shown = replay.requests.filter((request) => placeOf(window, request))
  if (replay.requests.length === 0) return null
  const failed = shown.filter(({ result }) => result === 'failed').length
  const height = isExpanded
    ? Math.max(rowHeight, Math.min(mostHeight, shown.length * rowHeight))
    : stripHeight
  return (
    <Lane
      label="Requests"
      detail={[`${shown.length}`, failed > 0 && `${failed} failed`].filter(Boolean).join(', ')}
      height={height}
    >
      {isExpanded ? (
        <Waterfall requests={shown} window={window} />
      ) : (
        <Strip requests={shown} window={window} />
      )}
    </Lane>
  )
})
