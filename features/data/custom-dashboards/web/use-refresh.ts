import { useEffect, useState } from 'react'
import { metricEndpoints } from '@playhead/features/data/metrics/contract'
import { invalidate } from '@playhead/web-kit/query.ts'

const everyMs = 60_000

/** A dashboard on a wall stays current; a hidden page and a fixed range ask nothing. */
export const useRefresh = (isRelative: boolean) => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRelative) return
    const timer = setInterval(() => {
      if (document.hidden) return
      setNow(Date.now())
      const { overall, timeseries, breakdown } = metricEndpoints
      void invalidate(overall, timeseries, breakdown)
    }, everyMs)
    return () => clearInterval(timer)
  }, [isRelative])
  return now
}
