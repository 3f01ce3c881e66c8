import { type ReactNode, useMemo } from 'react'
import { FilterBar } from '@playhead/question-kit/filter-bar/filter-bar.tsx'
import { FilterSourceContext } from '@playhead/question-kit/filter-bar/filter-source.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { CloseIcon } from '@playhead/ui/icons/icons.ts'
import { MaximizeIcon } from '@playhead/ui/icons/subject-icons.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { useDarkTheme } from '@playhead/ui/theme/use-theme.ts'
import { useWall } from '@playhead/web-kit/page/use-wall.ts'
import { useEnvironment } from '@playhead/web-kit/session/use-session.ts'
import { useShortcut } from '@playhead/web-kit/shortcuts.ts'
import { MonitoringViewContext } from './data/monitoring-view.ts'
import { liveFilterSource } from './data/live-values.ts'
import { useMonitoringFilters } from './data/use-monitoring-filters.ts'
import { useLiveFeed } from './live/use-live-feed.ts'
import { LivePill } from './time/live-pill.tsx'
import { TimeControl } from './time/time-control.tsx'
import { isOutOfReach } from './time/time-machine.ts'
import { writeTime } from './time/time-address.ts'
import { useTimeMachine } from './time/use-time-machine.ts'

interface MonitoringFrameProps {
  title: string
  description?: ReactNode
  breadcrumbs?: readonly { label: string; href: string }[]
  children: ReactNode
}

const WallButton = () => {
  const wall = useWall()
  useShortcut('w', wall.isOn ? 'Leave the wall view' : 'Fill the whole screen', () =>
    wall.isOn ? wall.leave() : wall.enter(),
  )
  return wall.isOn ? (
    <IconButton icon={<CloseIcon size={16} />} label="Leave full screen" onClick={wall.leave} />
  ) : (
    <IconButton icon={<MaximizeIcon size={16} />} label="Full screen" onClick={wall.enter} />
  )
}

/** On a wall there is no navigation that says which environment this is. */
const WallPlace = () => {
  const environment = useEnvironment()
  return (
    <span className="hidden text-md text-ink-3 [[data-wall]_&]:inline">{environment?.name}</span>
  )
}

const TooLongAgo = ({ onLive }: { onLive: () => void }) => (
  <Card>
    <EmptyState
      title="Real-time data is kept for 24 hours."
      action={<Button onClick={onLive}>Back to live</Button>}
    >
      This time is longer ago. Metrics has the views of that day.
    </EmptyState>
  </Card>
)

/** What all monitoring pages have in common: time, filters, the dark theme and the view for a wall. MONI-002 */
export const MonitoringFrame = (props: MonitoringFrameProps) => {
  const { title, description, breadcrumbs, children } = props
  useDarkTheme()
  const time = useTimeMachine()
  const state = useMonitoringFilters()
  const { filters } = state
  const { start, timestamp } = writeTime(time.shown)
  const feed = useLiveFeed(filters, time.shown.kind === 'live')
  const view = useMemo(
    () => ({ shown: time.shown, filters, feed }),
    // The time is read from the address at each render; its text decides whether it is another one.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [start, timestamp, filters, feed],
  )
  const source = useMemo(() => liveFilterSource(view), [view])
  return (
    <MonitoringViewContext value={view}>
      <PageHeader
        title={title}
        description={description}
        breadcrumbs={breadcrumbs}
        meta={
          <>
            <LivePill isLive={time.shown.kind === 'live'} />
            <WallPlace />
          </>
        }
      >
        <TimeControl time={time} />
        <WallButton />
      </PageHeader>
      <Stack gap={3}>
        <div className={filters.length === 0 ? '[[data-wall]_&]:hidden' : undefined}>
          <FilterSourceContext value={source}>
            <FilterBar state={state} canFilterMetrics={false} />
          </FilterSourceContext>
        </div>
        {isOutOfReach(time.shown, time.newest) ? (
          <TooLongAgo onLive={() => time.send({ kind: 'live' })} />
        ) : (
          children
        )}
      </Stack>
    </MonitoringViewContext>
  )
}
