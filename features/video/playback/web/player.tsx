import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { loadChunk } from '@playhead/web-kit/chunks/chunk.ts'
import type { RunningPlayer } from './create-player.ts'
import type { PlayerSource } from './player-source.ts'

const ratioOf = (aspectRatio = '16:9') => aspectRatio.replace(':', ' / ')

interface PlayerProps extends PlayerSource {
  /** Called with the reason when the player cannot play; its text replaces the player. */
  onFailed?: (sentence: string) => void
}

interface StageProps extends PlayerProps {
  onMissing: () => void
}

function Stage({ onFailed, onMissing, ...source }: StageProps) {
  const tell = useEffectEvent((sentence: string) => onFailed?.(sentence))
  const tellMissing = useEffectEvent(onMissing)
  const host = useRef<HTMLDivElement>(null)
  const name = JSON.stringify(source)
  useEffect(() => {
    let running: RunningPlayer | undefined
    let isGone = false
    const begin = async () => {
      const { createPlayer } = await loadChunk(() => import('./create-player.ts'), 'createPlayer')
      if (!isGone && host.current)
        running = createPlayer(host.current, JSON.parse(name) as PlayerSource, (sentence) =>
          tell(sentence),
        )
    }
    begin().catch(() => {
      if (!isGone) tellMissing()
    })
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

/** Plays an asset of this server. The player loads when it is shown; its space is reserved until then. */
export const Player = (props: PlayerProps) => {
  const [isMissing, setIsMissing] = useState(false)
  return isMissing ? (
    <FailedState
      title="The player couldn’t be loaded"
      message="Without it the video can’t be shown here."
      onRetry={() => setIsMissing(false)}
    />
  ) : (
    <Stage {...props} onMissing={() => setIsMissing(true)} />
  )
}
