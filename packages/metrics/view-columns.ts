import type { ColumnKind, ValueOf } from './column-kinds.ts'
import { viewTable } from './view-table.ts'

type Table = typeof viewTable
export type ViewColumn = keyof Table

/** The kind of each column. */
export const viewColumns = Object.fromEntries(
  Object.entries(viewTable).map(([column, [kind]]) => [column, kind]),
) as { readonly [C in ViewColumn]: Table[C][0] }

export type ViewRow = { [C in ViewColumn]: ValueOf[Table[C][0]] }

export type ColumnsOfKind<K extends ColumnKind> = {
  [C in ViewColumn]: Table[C][0] extends K ? C : never
}[ViewColumn]
/** Columns that formulas can compute with. */
export type NumberColumn = ColumnsOfKind<'count' | 'maybeCount' | 'maybeNumber'>
export type FlagColumn = ColumnsOfKind<'flag' | 'maybeFlag'>
export type TextColumn = ColumnsOfKind<'text' | 'label' | 'id'>

export interface ViewError {
  code: string | null
  message: string | null
  context: string | null
  /** The severity reported by the player. */
  severity: 'fatal' | 'warning'
  is_business_exception: boolean
  is_before_first_frame: boolean
  is_in_ad: boolean
  /** Reported after the content had been played to its end. */
  is_after_end: boolean
  at: number
}

/** Milliseconds played with one set of attributes. */
export interface SubviewTotal {
  /** Names of the rendition or playback-mode dimensions. */
  attributes: Record<string, string | number | null>
  playing_time: number
}

export interface TimelineEvent {
  name: string
  /** Client clock, corrected server clock (both milliseconds since 1970), and playhead in milliseconds. */
  viewer_time: number
  event_time: number
  playback_time: number | null
  details: Record<string, string | number | boolean | null>
}
