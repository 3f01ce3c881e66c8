import { createContext, useContext } from 'react'
import type { Shown } from '../time/time-machine.ts'

/** What the screen asks: the same for all its cards. */
export interface MonitoringView {
  shown: Shown
  filters: string[]
}

export const MonitoringViewContext = createContext<MonitoringView>({
  shown: { kind: 'live' },
  filters: [],
})

export const useMonitoringView = () => useContext(MonitoringViewContext)
