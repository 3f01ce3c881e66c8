import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import { viewRow } from '../../view/view-row.ts'
import type { CollectedEnvironment } from '../collector-options.ts'
import type { LiveView, WrittenRow } from './live-view.ts'
import { tombstoneLine, viewLine } from './view-line.ts'

export interface MadeRows {
  /** Null when there is no view: playback was never requested. */
  row: ViewRow | null
  /** Its row, and tombstones of rows that it had under other keys. */
  text: string
  written: WrittenRow[]
}

export const makeRows = (
  view: LiveView,
  environment: CollectedEnvironment,
  now: number,
  /** Of two rows of a view the one with the higher version counts. */
  version = now,
): MadeRows => {
  const { retentionDays, errorRules } = environment
  const folded = viewRow(view.state, { retentionDays, errorRules, now })
  const insertedAt = view.written.reduce((first, row) => Math.min(first, row.insertedAt), now)
  const row = folded && { ...folded, version, inserted_at: insertedAt, updated_at: now }
  let text = row ? viewLine(row) : ''
  for (const { viewEnd } of view.written)
    if (viewEnd !== row?.view_end)
      text += tombstoneLine({
        environmentId: view.environmentId,
        viewId: view.viewId,
        viewEnd,
        version,
        retentionDays,
        now,
      })
  return { row, text, written: row ? [{ viewEnd: row.view_end, insertedAt }] : [] }
}
