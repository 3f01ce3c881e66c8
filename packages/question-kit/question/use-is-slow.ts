import { useEffect, useState } from 'react'

/** Whether something that began at a moment, epoch milliseconds, has taken longer; undefined while nothing is waited for. */
export const useIsSlow = (sinceMs: number | undefined, slowMs: number) => {
  const [slow, setSlow] = useState<number>()
  useEffect(() => {
    if (sinceMs === undefined) return
    const timer = setTimeout(() => setSlow(sinceMs), Math.max(0, sinceMs + slowMs - Date.now()))
    return () => clearTimeout(timer)
  }, [sinceMs, slowMs])
  return sinceMs !== undefined && slow === sinceMs
}
