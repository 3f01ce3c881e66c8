import { useEffect, useState } from 'react'
import { metricEndpoints } from '@playhead/features/data/metrics/contract'
import { invalidate } from '@playhead/web-kit/queries/query.ts'

const everyMs = 60_000

/** Keeps a dashboard on a wall screen current; a hidden page or a fixed range sends no requests. */
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
