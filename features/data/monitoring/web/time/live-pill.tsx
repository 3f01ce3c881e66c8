import { useEffect, useState } from 'react'
import { Badge, LiveBadge } from '@playhead/ui/badges/badge.tsx'
import { freshnessNow, onArrival } from '../data/freshness.ts'

const tickMs = 1_000

/** Looks at the clock once a second, and renders again only when what it says changes. */
const useAge = () => {
  const [age, setAge] = useState<number>()
  useEffect(() => {
    const look = () => {
      const fresh = freshnessNow()
      setAge(fresh?.isAway ? fresh.ageSeconds : undefined)
    }
    const timer = setInterval(look, tickMs)
    const stop = onArrival(look)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [])
  return age
}

const ageText = (seconds: number) =>
  seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`

/** Whether new data arrive, and if not, how old those on the screen are. */
export const LivePill = ({ isLive }: { isLive: boolean }) => {
  const age = useAge()
  if (!isLive) return <Badge>Paused</Badge>
  if (age === undefined) return <LiveBadge />
  return (
    <Badge tone="warn">
      Reconnecting <span className="tabular-nums">· data of {ageText(age)} ago</span>
    </Badge>
  )
}
