import { useEffect, useState } from 'react'
import { formatLength } from '@playhead/domain/format.ts'
import { useRecording } from '../use-recording.ts'

/** How long the broadcast has been running; nothing until its start is known. */
export const BroadcastClock = ({ assetId }: { assetId: string }) => {
  const asset = useRecording(assetId).data?.data
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  if (!asset) return null
  const seconds = Math.max(0, Math.floor(now / 1000 - Number(asset.createdAt)))
  return <span className="tabular-nums">{formatLength(Math.floor(seconds) * 1000)}</span>
}
