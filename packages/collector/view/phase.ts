import { numberOf } from '../beacon/read-value.ts'
import type { ArrivedEvent } from '../player-event.ts'

export type Phase =
  | 'idle'
  | 'starting'
  | 'playing'
  | 'rebuffering'
  | 'seeking'
  | 'paused'
  | 'ended'
  | 'errored'
  | 'left'

interface PhaseFacts {
  hasStarted: boolean
  isInAd: boolean
  isFatalError: boolean
}

const intents = new Set([
  'viewstart',
  'play',
  'playing',
  'adbreakstart',
  'adplay',
  'adplaying',
  'rebufferstart',
  'ended',
])

/** A person or a script requested playback: without this there is no view. */
export const isPlayIntent = (event: ArrivedEvent): boolean =>
  intents.has(event.name) || numberOf(event.fields.view_start) !== null

export const isWatching = (phase: Phase): boolean =>
  phase === 'starting' || phase === 'playing' || phase === 'rebuffering' || phase === 'seeking'

export const nextPhase = (phase: Phase, name: string, facts: PhaseFacts): Phase => {
  switch (name) {
    case 'viewstart':
    case 'adbreakstart':
      return phase === 'idle' ? 'starting' : phase
    case 'play':
    case 'adplay':
      return facts.hasStarted ? (phase === 'rebuffering' ? phase : 'playing') : 'starting'
    case 'playing':
    case 'adplaying':
      return 'playing'
    case 'rebufferstart':
      // Waiting for the first frame is startup, whatever the player calls it.
      return facts.hasStarted ? 'rebuffering' : 'starting'
    case 'rebufferend':
      return phase === 'rebuffering' ? 'playing' : phase
    case 'seeking':
      return phase === 'playing' || phase === 'rebuffering' ? 'seeking' : phase
    case 'seeked':
      return phase === 'seeking' ? 'playing' : phase
    case 'pause':
      // Content pauses while an ad plays: the viewer keeps watching. An error and the end also pause, and take
      // precedence.
      return facts.isInAd || phase === 'errored' || phase === 'ended' ? phase : 'paused'
    case 'adpause':
      return 'paused'
    case 'ended':
      return 'ended'
    case 'error':
      return facts.isFatalError ? 'errored' : phase
    case 'viewend':
      return 'left'
    default:
      return phase
  }
}
