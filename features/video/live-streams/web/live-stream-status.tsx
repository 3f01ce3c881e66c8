import type { ReactNode } from 'react'
import { Badge, LiveBadge } from '@playhead/ui/badges/badge.tsx'
import type { LiveStreamState } from './live-stream-facts.ts'

const words = {
  active: 'Active',
  connecting: 'Connecting',
  idle: 'Idle',
  disabled: 'Disabled',
  deleted: 'Deleted',
} as const

const tones = { connecting: 'info', idle: 'neutral', disabled: 'warn', deleted: 'neutral' } as const

interface LiveStreamStatusProps {
  state: LiveStreamState
  /** Beside the word while the stream is active. */
  children?: ReactNode
}

/** LIVE-005 */
export const LiveStreamStatus = ({ state, children }: LiveStreamStatusProps) =>
  state === 'active' ? (
    <LiveBadge>
      {words.active}
      {children}
    </LiveBadge>
  ) : (
    <Badge tone={tones[state]}>{words[state]}</Badge>
  )
