import { realtimeState } from './realtime-state.ts'
import { topicPhases } from './wanted-topics.ts'

/**
 * `joining`: the first seconds, or a short interruption; keep what is shown. `joined`: messages arrive. `away`: no
 * socket for eight seconds, or a failed join; ask over HTTP until it is `joined` again. `refused`: this caller may not
 * join; ask over HTTP.
 */
export type ChannelState = 'joining' | 'joined' | 'away' | 'refused'

export const channelStateOf = (name: string | undefined): ChannelState => {
  const phase = name === undefined ? undefined : topicPhases.get().get(name)
  if (phase === 'joined' || phase === 'refused') return phase
  return phase === 'failed' || realtimeState.get() === 'away' ? 'away' : 'joining'
}

export const subscribeToChannelStates = (listener: () => void) => {
  const stops = [topicPhases.subscribe(listener), realtimeState.subscribe(listener)]
  return () => stops.forEach((stop) => stop())
}
