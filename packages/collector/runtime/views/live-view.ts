import { heldBytesOf } from '../../view/held-bytes.ts'
import type { ViewState } from '../../view/view-state.ts'
import type { Held } from '../requests/delivery.ts'

/** The row of a view in the table. */
export interface WrittenRow {
  viewStart: number
  viewEnd: number
  insertedAt: number
}

/** A view that the collector holds in memory. */
export interface LiveView {
  key: string
  environmentId: string
  viewId: string
  state: ViewState
  lastReceivedAt: number
  /** The batch of its newest event. */
  lastBatch: number
  /** Of its newest request, and of the one before. */
  held?: Held
  heldBefore?: Held | undefined
  /** Its size in memory, and the bytes received since that was measured. */
  bytes: number
  unmeasuredBytes: number
  /** More than one only when a tombstone was lost. */
  written: WrittenRow[]
}

/** Size of a view in memory: a generous average. */
export const typicalViewBytes = 16 * 1024

/** Rows become one string, and strings have a maximum length: this limits how many large views are written at once. */
export const writtenAtOnceBytes = 16 * 2 ** 20

export const measured = (state: ViewState): Pick<LiveView, 'bytes' | 'unmeasuredBytes'> => ({
  bytes: Math.max(typicalViewBytes, heldBytesOf(state)),
  unmeasuredBytes: 0,
})

export const viewKey = (environmentId: string, viewId: string) => `${environmentId}/${viewId}`
