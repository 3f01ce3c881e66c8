import type { ReplayEvent } from './replay-event.ts'

export type StateKind =
  | 'starting'
  | 'playing'
  | 'paused'
  | 'seeking'
  | 'rebuffering'
  | 'ad'
  | 'ended'
  | 'error'

export const stateLabels: Record<StateKind, string> = {
  starting: 'Starting up',
  playing: 'Playing',
  paused: 'Paused',
  seeking: 'Seeking',
  rebuffering: 'Rebuffering',
  ad: 'Ad',
  ended: 'Ended',
  error: 'Error',
}

export interface StateSpan {
  kind: StateKind
  from: number
  to: number
}

/** The state of the player, and the history that decides its next state. */
interface Player {
  state: StateKind | undefined
  hasFrame: boolean
  hasContent: boolean
  isInBreak: boolean
  afterSeek: StateKind
}

const running = new Set<StateKind | undefined>(['playing', 'rebuffering', 'paused'])

/** After an ad: the content, or startup if the content has shown no frame yet. */
const content = ({ hasContent }: Player): StateKind => (hasContent ? 'playing' : 'starting')

const steps: Record<string, (player: Player, event: ReplayEvent) => Partial<Player>> = {
  viewstart: ({ state }) => ({ state: state ?? 'starting' }),
  play: (player) => (player.state === 'rebuffering' ? {} : { state: content(player) }),
  playing: () => ({ state: 'playing', hasFrame: true, hasContent: true, isInBreak: false }),
  adbreakstart: ({ hasFrame }) => ({ state: hasFrame ? 'ad' : 'starting', isInBreak: true }),
  adplay: ({ hasFrame }) => ({ state: hasFrame ? 'ad' : 'starting', isInBreak: true }),
  adplaying: () => ({ state: 'ad', hasFrame: true, isInBreak: true }),
  adpause: () => ({ state: 'paused' }),
  adbreakend: (player) =>
    player.state === 'ad' || player.state === 'starting'
      ? { state: content(player), isInBreak: false }
      : { isInBreak: false },
  // Waiting for the first frame is startup, even if the player reports rebuffering.
  rebufferstart: ({ hasFrame }) => ({ state: hasFrame ? 'rebuffering' : 'starting' }),
  rebufferend: ({ state }) => (state === 'rebuffering' ? { state: 'playing' } : {}),
  seeking: ({ state }) =>
    running.has(state)
      ? { state: 'seeking', afterSeek: state === 'paused' ? 'paused' : 'playing' }
      : {},
  seeked: ({ state, afterSeek }) => (state === 'seeking' ? { state: afterSeek } : {}),
  pause: ({ state, isInBreak }) => {
    // Content pauses while an ad plays. Players also report a pause with an error or the end, whose states take
    // precedence.
    if (isInBreak || state === 'error' || state === 'ended') return {}
    return state === 'seeking' ? { afterSeek: 'paused' } : { state: 'paused' }
  },
  ended: () => ({ state: 'ended' }),
  error: ({ state }, event) => (event.isFatal && state !== 'ended' ? { state: 'error' } : {}),
  viewend: () => ({ state: undefined }),
}

/** A view starts when the viewer wants to play; events before that produce no state. */
export const stateSpans = (events: readonly ReplayEvent[], endMs: number): StateSpan[] => {
  const spans: StateSpan[] = []
  let player: Player = {
    state: 'starting',
    hasFrame: false,
    hasContent: false,
    isInBreak: false,
    afterSeek: 'playing',
  }
  let since = 0
  const close = (to: number) => {
    if (player.state === undefined || to <= since) return
    spans.push({ kind: player.state, from: since, to })
  }
  for (const event of events) {
    const at = Math.max(0, event.at)
    const next = { ...player, ...steps[event.name]?.(player, event) }
    if (next.state !== player.state) {
      close(at)
      since = at
    }
    player = next
  }
  close(endMs)
  return spans
}
