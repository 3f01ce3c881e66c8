import { useMemo, useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { PanelTabs } from '@playhead/ui/navigation/panel-tabs.tsx'
import { MinusIcon } from '@playhead/ui/icons/subject-icons.ts'
import type { ViewDetail } from '../use-views.ts'
import { EventsTable, RequestsTable, StatesTable } from './timeline-tables.tsx'
import { MomentPanel } from './moment-panel.tsx'
import { type Replay, replayOf } from './timeline/replay.ts'
import { mostExpanded } from './lanes/request-lane.tsx'
import { Stage } from './stage.tsx'
import { StateLegend } from './lanes/state-lane.tsx'
import { isWhole, zoomAround } from './time-window.ts'
import { zoomStep } from './use-replay-keys.ts'
import { type ReplayPlace, useReplayPlace } from './use-replay-place.ts'

const ZoomButtons = ({ replay, place }: { replay: Replay; place: ReplayPlace }) => {
  const { at, window, setWindow } = place
  const zoom = (factor: number) => setWindow(zoomAround(window, at, factor, replay))
  const isAll = isWhole(window, replay)
  return (
    <>
      <IconButton icon={<MinusIcon />} label="Zoom out" onClick={() => zoom(1 / zoomStep)} />
      <IconButton icon={<PlusIcon />} label="Zoom in" onClick={() => zoom(zoomStep)} />
      <Button size="sm" aria-disabled={isAll || undefined} onClick={() => setWindow(replay)}>
        Reset
      </Button>
    </>
  )
}

const Timeline = ({ replay }: { replay: Replay }) => {
  const place = useReplayPlace(replay)
  const { at, setAt } = place
  const requestCount = replay.requests.length
  const [areRequestsExpanded, setAreRequestsExpanded] = useState(requestCount <= mostExpanded)
  const tables = { replay, at, setAt }
  return (
    <>
      <Card
        title="Replay"
        description="The arrow keys step through the events, + and − zoom. Drag over a range to look closer."
        actions={<ZoomButtons replay={replay} place={place} />}
      >
        <Stage replay={replay} place={place} areRequestsExpanded={areRequestsExpanded}>
          {(moment) => <MomentPanel replay={replay} {...moment} />}
        </Stage>
        <div className="flex flex-wrap items-center justify-between gap-2 pt-3">
          <StateLegend replay={replay} />
          {requestCount > 0 && (
            <Button
              size="sm"
              kind="ghost"
              aria-expanded={areRequestsExpanded}
              onClick={() => setAreRequestsExpanded(!areRequestsExpanded)}
            >
              {areRequestsExpanded ? 'Show requests in one line' : 'Show each request'}
            </Button>
          )}
        </div>
      </Card>
      <Card>
        <PanelTabs
          label="The timeline as tables"
          tabs={[
            {
              id: 'events',
              label: 'Events',
              count: replay.events.length,
              content: <EventsTable {...tables} />,
            },
            {
              id: 'states',
              label: 'States',
              count: replay.states.length,
              content: <StatesTable {...tables} />,
            },
            {
              id: 'requests',
              label: 'Requests',
              count: requestCount,
              content: <RequestsTable {...tables} />,
            },
          ]}
        />
      </Card>
    </>
  )
}

/** The recorded timeline of a view. */
export const ReplaySection = ({ view }: { view: ViewDetail }) => {
  const replay = useMemo(() => replayOf(view), [view])
  if (replay.events.length > 0) return <Timeline replay={replay} />
  return (
    <Card title="Replay">
      <EmptyState title="The timeline of this view was not recorded">
        It was imported with totals only. Views that players report are kept event by event.
      </EmptyState>
    </Card>
  )
}
