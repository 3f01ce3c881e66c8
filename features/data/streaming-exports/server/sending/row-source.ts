import type { ExportKind } from '../../contract.ts'
import { listFinishedKeys, packFinishedViews } from './finished-views.sql.ts'
import { listHealthKeys, packHealthRows } from './live-health.sql.ts'

/** Where the rows of a kind of export come from: first their places in order, then the rows of some places. */
export interface RowSource {
  listKeys: typeof listFinishedKeys
  pack: typeof packFinishedViews
}

export const rowSources: Record<ExportKind, RowSource> = {
  viewstream: { listKeys: listFinishedKeys, pack: packFinishedViews },
  livehealthstream: { listKeys: listHealthKeys, pack: packHealthRows },
}
