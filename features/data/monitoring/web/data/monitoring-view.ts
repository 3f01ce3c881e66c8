import { createContext, useContext } from 'react'
import type { LiveFeed } from '../live/live-feed.ts'
import type { Shown } from '../time/time-machine.ts'

/** What the screen asks: the same for all its cards. */
export interface MonitoringView {
  shown: Shown
  filters: string[]
  /** Undefined for times in the past. */
  feed: LiveFeed | undefined
}

export const MonitoringViewContext = createContext<MonitoringView>({
  shown: { kind: 'live' },
  filters: [],
  feed: undefined,
})

export const useMonitoringView = () => useContext(MonitoringViewContext)
