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
  /** More than one only where a tombstone got lost. */
  written: WrittenRow[]
}

export const viewKey = (environmentId: string, viewId: string) => `${environmentId}/${viewId}`
