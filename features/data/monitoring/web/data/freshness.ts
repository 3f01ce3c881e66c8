import { useState } from 'react'
import { createStore, useStore } from '@playhead/web-kit/external-store.ts'
import { newestByClock, stepSeconds } from '../time/steps.ts'

interface Arrival {
  /** The newest step with data, in epoch seconds. */
  newest: number
  /** When it arrived, by a clock that is never set. */
  arrivedAt: number
}

const arrivals = createStore<Arrival | undefined>(undefined)

/** The server's clock decides what now is: that of the browser may be wrong. `ageMs`: since the end of that step. */
export const noteNewestStep = (newest: number, ageMs = 0) => {
  const known = arrivals.get()
  const arrivedAt = performance.now() - Math.max(0, ageMs - stepSeconds * 1_000)
  const isOlder = known !== undefined && newest < known.newest
  // A step that is a minute behind the known one means that the server's clock was set back.
  arrivals.set({ newest: isOlder && known.newest - newest < 60 ? known.newest : newest, arrivedAt })
}

export const forgetArrivals = () => arrivals.set(undefined)

const elapsedSeconds = ({ arrivedAt }: Arrival) => (performance.now() - arrivedAt) / 1_000

/** The newest step there should be by now. */
export const newestStepNow = (): number => {
  const known = arrivals.get()
  if (!known) return newestByClock(Date.now())
  return known.newest + Math.floor(elapsedSeconds(known) / stepSeconds) * stepSeconds
}

/** Renders again with each arrival. */
export const useNewestStep = (): number => {
  const known = useStore(arrivals)
  const [byClock] = useState(() => newestByClock(Date.now()))
  return known?.newest ?? byClock
}

/** Two missed requests of five seconds, and a little patience. */
const awayAfterSeconds = 12

/** Undefined before the first arrival. The age is that of the newest step's end. */
export const freshnessNow = () => {
  const known = arrivals.get()
  if (!known) return undefined
  const elapsed = elapsedSeconds(known)
  return { isAway: elapsed > awayAfterSeconds, ageSeconds: Math.round(elapsed) + stepSeconds }
}

export const onArrival = (listener: () => void) => arrivals.subscribe(listener)
