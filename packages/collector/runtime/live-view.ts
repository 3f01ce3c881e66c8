import { heldBytesOf } from '../view/held-bytes.ts'
import type { ViewState } from '../view/view-state.ts'

/** The row that a view has in the table. */
export interface WrittenRow {
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
  /** The batch that its newest event went into. */
  lastBatch: number
  /** What it takes up in memory, and what came since that was measured. */
  bytes: number
  unmeasuredBytes: number
  /** More than one only where a tombstone got lost. */
  written: WrittenRow[]
}

/** What a view takes, on average and generously. */
export const usualViewBytes = 16 * 1024

/** Rows become one text, which has an end too: of views that take more only so many are written at once. */
export const writtenAtOnceBytes = 16 * 2 ** 20

export const measured = (state: ViewState): Pick<LiveView, 'bytes' | 'unmeasuredBytes'> => ({
  bytes: Math.max(usualViewBytes, heldBytesOf(state)),
  unmeasuredBytes: 0,
})

export const viewKey = (environmentId: string, viewId: string) => `${environmentId}/${viewId}`
