import type { z } from 'zod'
import type { ListedError } from '@playhead/question-contract/error-questions.ts'
import type { ErrorRow } from './errors.sql.ts'

/** Meanings of the codes of a media element, the same in every browser. */
const mediaErrors = new Map([
  ['1', 'The viewer or the page stopped the player from fetching the media.'],
  ['2', 'A network error stopped the player from fetching the media.'],
  ['3', 'The media was fetched but could not be decoded.'],
  ['4', 'The media or its server was not found, or its format is not supported.'],
])

const numberOf = (code: string | null) =>
  code !== null && /^-?\d{1,15}$/.test(code) ? Number(code) : null

export const presentError = (
  row: ErrorRow,
  notes: ReadonlyMap<number, string>,
): z.input<typeof ListedError> => ({
  id: row.id,
  code: numberOf(row.player_error_code),
  count: row.count,
  description: mediaErrors.get(row.player_error_code ?? '') ?? null,
  last_seen: row.last_seen,
  message: row.message,
  notes: notes.get(row.id) ?? null,
  percentage: (100 * row.count) / row.views,
  player_error_code: row.player_error_code,
})
