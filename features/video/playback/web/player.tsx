import { useEffect, useEffectEvent, useRef } from 'react'
import type { RunningPlayer } from './create-player.ts'
import type { PlayerSource } from './player-source.ts'

const ratioOf = (aspectRatio = '16:9') => aspectRatio.replace(':', ' / ')

interface PlayerProps extends PlayerSource {
  /** Told what is said in its place when it cannot play. */
  onFailed?: (sentence: string) => void
}

/** Plays an asset of this server. The player itself is loaded when it is shown; its room is kept until then. */
export function Player({ onFailed, ...source }: PlayerProps) {
  const tell = useEffectEvent((sentence: string) => onFailed?.(sentence))
  const host = useRef<HTMLDivElement>(null)
  const name = JSON.stringify(source)
  useEffect(() => {
    let running: RunningPlayer | undefined
    let isGone = false
    const begin = async () => {
      const { createPlayer } = await import('./create-player.ts')
      if (!isGone && host.current)
        running = createPlayer(host.current, JSON.parse(name) as PlayerSource, (sentence) =>
          tell(sentence),
        )
    }
    void begin()
    return () => {
      isGone = true
      running?.destroy()
    }
  }, [name, host])
  return (
    <div
      ref={host}
      className="overflow-hidden rounded-lg"
      style={source.isAudioOnly ? { minHeight: 50 } : { aspectRatio: ratioOf(source.aspectRatio) }}
    />
  )
}
