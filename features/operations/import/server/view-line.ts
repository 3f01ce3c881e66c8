import type { ColumnKind } from '@playhead/metrics/column-kinds.ts'
import { viewColumns, type ViewColumn } from '@playhead/metrics/view-columns.ts'
import { cleanRow, isWithoutControls } from './clean-row.ts'

export type ImportedRow = Record<string, unknown>

/** Set by the import; values in the file are ignored. */
const ownColumns = new Set<ViewColumn>([
  'environment_id',
  'version',
  'is_deleted',
  'retention_days',
  'inserted_at',
  'updated_at',
])
export const requiredColumns: readonly ViewColumn[] = ['view_id', 'view_start', 'view_end']
const countMax = 4_294_967_295
const earliestMs = Date.UTC(2000, 0)

const isCount = (value: unknown) =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= countMax
const isText = (value: unknown): value is string => typeof value === 'string'
const isFlag = (value: unknown) => typeof value === 'boolean'
const isId = (value: unknown) =>
  isText(value) && value !== '' && value.length <= 200 && isWithoutControls(value)

const isMoment = (value: unknown) => {
  const time = typeof value === 'number' ? value : isText(value) ? Date.parse(value) : NaN
  return Number.isFinite(time) && time >= earliestMs
}

const isDocument = (value: unknown) => {
  try {
    return isText(value) && Array.isArray(JSON.parse(value))
  } catch {
    return false
  }
}

const isRange = (value: unknown) =>
  Array.isArray(value) && value.length === 2 && value.every(isCount)

interface Rule {
  accepts(value: unknown): boolean
  words: string
  isNullable?: boolean
}

const count = { accepts: isCount, words: `a whole number from 0 to ${countMax}` }
const text = { accepts: isText, words: 'text' }
const flag = { accepts: isFlag, words: 'true or false' }

const rules: Record<ColumnKind, Rule> = {
  id: { accepts: isId, words: 'text of 1 to 200 printable characters' },
  environment: text,
  moment: {
    accepts: isMoment,
    words: 'a time as 2026-11-21T10:00:00Z or in milliseconds since 1970',
  },
  label: { ...text, isNullable: true },
  text: { ...text, isNullable: true },
  bit: count,
  flag,
  maybeFlag: { ...flag, isNullable: true },
  count,
  maybeCount: { ...count, isNullable: true },
  maybeNumber: { accepts: Number.isFinite, words: 'a number', isNullable: true },
  errorId: {
    accepts: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
    words: 'a whole number',
    isNullable: true,
  },
  labels: {
    accepts: (value) => Array.isArray(value) && value.every(isText),
    words: 'a list of texts',
  },
  ranges: {
    accepts: (value) => Array.isArray(value) && value.every(isRange),
    words: 'a list of pairs of whole numbers',
  },
  big: count,
  document: { accepts: isDocument, words: 'a JSON list, written as text' },
}

const isColumn = (name: string): name is ViewColumn => Object.hasOwn(viewColumns, name)
const momentOf = (value: unknown) => new Date(value as string | number).toISOString()

/** Parses one line of the file into a row, or says what is wrong with it. */
export const readViewLine = (line: string): { row: ImportedRow } | { wrong: string } => {
  let given: unknown
  try {
    given = JSON.parse(line)
  } catch {
    return { wrong: 'this is not JSON' }
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { wrong: 'this is not a JSON object' }
  const missing = requiredColumns.find((column) => !Object.hasOwn(given, column))
  if (missing) return { wrong: `${missing} is missing` }
  const row: ImportedRow = {}
  for (const [name, value] of Object.entries(given)) {
    if (!isColumn(name))
      return { wrong: `there is no column ${JSON.stringify(name).slice(0, 100)}` }
    if (ownColumns.has(name)) continue
    const kind = viewColumns[name]
    const rule = rules[kind]
    if (value === null && rule.isNullable) continue
    if (!rule.accepts(value)) return { wrong: `${name} must be ${rule.words}` }
    row[name] = kind === 'moment' ? momentOf(value) : value
  }
  if (String(row['view_end']) < String(row['view_start']))
    return { wrong: 'view_end is before view_start' }
  return { row: cleanRow(row) }
}
