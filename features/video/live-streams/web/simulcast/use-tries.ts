import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { query } from '@playhead/web-kit/queries/query.ts'
import { liveStreams } from '../../contract.ts'
import type { LiveStream, SimulcastTarget } from '../live-stream-facts.ts'

/** The first retries come after one and two seconds. */
const everyMs = 3_000

const isRetried = ({ status, errorSeverity }: SimulcastTarget) =>
  status === 'errored' && errorSeverity !== 'fatal'

const useNow = (isRunning: boolean) => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}

export interface Tries {
  failures: number
  /** Undefined while no other try is planned. */
  secondsLeft: number | undefined
}

/** Of the targets of a live stream, by their ids; asked for only while one is tried again. */
export const useTries = ({ id, simulcastTargets = [] }: LiveStream) => {
  const isEnabled = simulcastTargets.some(isRetried)
  const { data, dataUpdatedAt } = useQuery({
    ...query(liveStreams.simulcastTries, { params: { id } }, { quiet: true }),
    enabled: isEnabled,
    refetchInterval: everyMs,
  })
  const goneSeconds = (useNow(isEnabled) - dataUpdatedAt) / 1000
  return new Map<string, Tries>(
    (isEnabled ? (data?.data ?? []) : []).map(({ id: targetId, failures, retryInSeconds }) => {
      const left = retryInSeconds === null ? undefined : retryInSeconds - Math.max(0, goneSeconds)
      return [targetId, { failures, secondsLeft: left === undefined ? left : Math.max(0, left) }]
    }),
  )
}
