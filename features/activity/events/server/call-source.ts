import type { z } from 'zod/mini'
import type { App } from '@playhead/server-kit/app.ts'
import type { KnownCaller } from '@playhead/server-kit/channels/socket-caller.ts'
import { slot } from '@playhead/server-kit/slot.ts'
import type { RequestLog } from '../contract.ts'

export type StreamedCall = z.input<typeof RequestLog>

export interface CallWatcher {
  environmentIds: readonly string[]
  /** Sees the calls that it may list over HTTP. */
  caller: KnownCaller
  /** Each call at least once, the oldest first. */
  onCall(call: StreamedCall): void
  /** More calls were logged at once than are handed out: those since then are left out. */
  onGap(since: string): void
}

export interface RunningCallSource {
  /** Calls that are stored from now on reach the watcher until the returned function is called. */
  watch(watcher: CallWatcher): () => void
  /** A notice of stored calls; an empty one looks for calls whose notice was lost. */
  noticed(payload: string): void
}

/** Calls of the API for the topic of activity, from the feature that keeps their log. */
export interface CallSource {
  order: number
  start(app: App): RunningCallSource
}

export const callSource = slot<CallSource>('calls of the topic of activity')

const noCalls: RunningCallSource = { watch: () => () => {}, noticed: () => {} }

export const startCallSource = (app: App): RunningCallSource =>
  callSource.partsIn(app)[0]?.start(app) ?? noCalls
