import type { FieldValue } from '../player-event.ts'

type MaybeValue = FieldValue | undefined

/** Some players send numbers as text. */
export const numberOf = (value: MaybeValue): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.length > 40 || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

const greatestMeasured = 1e15

/** Durations, counts, times and rates: a negative or absurdly large value is not a measurement. */
export const positiveOf = (value: MaybeValue): number | null => {
  const number = numberOf(value)
  return number === null || number < 0 || number > greatestMeasured ? null : number
}

export const textOf = (value: MaybeValue): string | null => {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return null
}

export const flagOf = (value: MaybeValue): boolean | null => {
  if (typeof value === 'boolean') return value
  if (value === 1 || value === 'true' || value === '1') return true
  if (value === 0 || value === 'false' || value === '0') return false
  return null
}
