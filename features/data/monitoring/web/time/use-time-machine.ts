import { useState } from 'react'
import { useLocation, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { newestStepNow, useNewestStep } from '../data/freshness.ts'
import type { CustomTime } from './custom-time.ts'
import { readTime, writeTime } from './time-address.ts'
import { shownOf, timeAfter, type TimeEvent, type TimeState } from './time-machine.ts'

/** The time of the address, and what changes it. MONI-012 */
export const useTimeMachine = () => {
  const { search } = useLocation()
  const setSearch = useSetSearch()
  const newest = useNewestStep()
  const [draft, setDraft] = useState<CustomTime>()
  const shown = readTime(search, newest)
  const state: TimeState = draft ? { kind: 'custom', draft, behind: shown } : shown

  const send = (event: TimeEvent) => {
    const next = timeAfter(state, event, newestStepNow())
    setDraft(next.kind === 'custom' ? next.draft : undefined)
    const [from, to] = [writeTime(shown), writeTime(shownOf(next))]
    if (from.start !== to.start || from.timestamp !== to.timestamp) setSearch(to)
  }
  return { state, shown, newest, send }
}

export type TimeMachine = ReturnType<typeof useTimeMachine>
