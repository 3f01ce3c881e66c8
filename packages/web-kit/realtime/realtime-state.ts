import { createStore, useStore } from '../external-store.ts'

/**
 * The one socket of the page. `connecting`: for the first time. `connected`: messages arrive. `reconnecting`: it has
 * been lost for three seconds. `away`: there is none, for eight seconds or on purpose; screens ask over HTTP.
 */
export type RealtimeState = 'connecting' | 'connected' | 'reconnecting' | 'away'

export const reconnectingAfterMs = 3_000
export const awayAfterMs = 8_000

export const realtimeState = createStore<RealtimeState>('away')

/** For screens that show whether they are live. */
export const useRealtimeState = () => useStore(realtimeState)
