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
  for (const { viewStart, viewEnd } of view.written) {
    const isReplaced = viewEnd === row?.view_end
    if (isReplaced && viewStart === row?.view_start) continue
    text += tombstoneLine({
      environmentId: view.environmentId,
      viewId: view.viewId,
      viewStart,
      viewEnd,
      // The new row has the key of the old one and replaces it by itself. This one only marks the hour of the old start.
      version: isReplaced ? version - 1 : version,
      retentionDays,
      now,
    })
  }
  const written = row && { viewStart: row.view_start, viewEnd: row.view_end, insertedAt }
  return { row, text, written: written ? [written] : [] }
}
