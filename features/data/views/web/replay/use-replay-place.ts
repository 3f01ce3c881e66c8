import { useCallback, useMemo } from 'react'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import type { Replay, TimeWindow } from './timeline/replay.ts'
import {
  isWhole,
  parseMoment,
  parseWindow,
  showing,
  writeMoment,
  writeWindow,
} from './time-window.ts'

/** The playhead and the visible window, as stored in the URL. */
export const useReplayPlace = (replay: Replay) => {
  const setSearch = useSetSearch()
  const atText = useSearchValue('at')
  const windowText = useSearchValue('zoom')
  const at = parseMoment(atText, replay) ?? 0
  const window = useMemo(() => parseWindow(windowText, replay), [windowText, replay])
  const setWindow = useCallback(
    (next: TimeWindow) =>
      setSearch({ zoom: isWhole(next, replay) ? undefined : writeWindow(next) }, { replace: true }),
    [replay, setSearch],
  )
  /** A deliberate choice adds a history entry; a step by key does not. */
  const setAt = useCallback(
    (next: number, isStep = false) => {
      const shown = showing(window, next, replay)
      setSearch(
        { at: writeMoment(next), zoom: isWhole(shown, replay) ? undefined : writeWindow(shown) },
        { replace: isStep },
      )
    },
    [replay, window, setSearch],
  )
  return { at, window, setAt, setWindow }
}

export type ReplayPlace = ReturnType<typeof useReplayPlace>
