import { useLayoutEffect } from 'react'
import { createStore, useStore } from '../external-store.ts'

const shown = { times: 0, notes: 0 }
const frameNamesZone = createStore(false)

const useCounted = (what: keyof typeof shown) => {
  useLayoutEffect(() => {
    const add = (count: number) => {
      shown[what] += count
      frameNamesZone.set(shown.times > 0 && shown.notes === 0)
    }
    add(1)
    return () => add(-1)
  }, [what])
}

export const useTimeOnScreen = (): void => useCounted('times')

/** For what names the zone within a screen. */
export const useZoneNoteOnScreen = (): void => useCounted('notes')

/**
 * Whether a screen shows times and does not name their zone itself. Counted rather than asked by `:has(time)`, which made the
 * browser look through a whole screen for styles whenever a part of it changed. docs/adr/0102
 */
export const useFrameNamesZone = (): boolean => useStore(frameNamesZone)
