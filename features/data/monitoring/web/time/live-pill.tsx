import { useEffect, useState } from 'react'
import { Badge, LiveBadge } from '@playhead/ui/badges/badge.tsx'
import { realtimeState } from '@playhead/web-kit/realtime/realtime-state.ts'
import { freshnessNow, onArrival } from '../data/freshness.ts'

const tickMs = 1_000

/** Looks at the clock once a second, and renders again only when what it says changes. */
const useAge = () => {
  const [age, setAge] = useState<number>()
  useEffect(() => {
    const look = () => {
      const fresh = freshnessNow()
      const isAway = fresh?.isAway || realtimeState.get() === 'reconnecting'
      setAge(isAway ? fresh?.ageSeconds : undefined)
    }
    const timer = setInterval(look, tickMs)
    const stops = [onArrival(look), realtimeState.subscribe(look)]
    return () => {
      clearInterval(timer)
      stops.forEach((stop) => stop())
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
