import type { Dimension } from '@playhead/metrics/dimension.ts'
import { dimensions, type DimensionId } from '@playhead/metrics/dimensions.ts'
import { TextReader } from './text-reader.ts'

type Match =
  /** Null matches views without a value. */
  | { kind: 'equal'; value: string | null }
  | { kind: 'contain'; value: string }
  | { kind: 'sequence'; values: readonly string[] }

/** METR-051, METR-052 */
export interface Filter {
  dimension: DimensionId
  isExcluded: boolean
  match: Match
  /** The original text, and its index in the list. */
  text: string
  position: number
}

/**
 * `[!]dimension:value`, and for lists such as the CDN trace `+dimension:value`, `-dimension:value`, `dimension:[a,b]`.
 * A value may hold anything, also colons; __null__ and __empty__ stand for no value and for the empty text.
 */
export const parseFilters = (texts: readonly string[] | undefined): Filter[] => {
  return (texts ?? []).map((text, position) => {
    const reader = new TextReader('filters', position, text)
    const taken = reader.take('!', '+', '-', ' ')
    // A plus that was not encoded arrives in a URL as a space.
    const sign = taken === ' ' ? '+' : taken
    const nameOffset = reader.offset
    const name = reader.takeWhile(/[a-z0-9_]/)
    if (!isDimension(name)) {
      return reader.fail(name === '' ? 'A dimension is missing' : unknown(name), nameOffset)
    }
    if (reader.take(':') === undefined) reader.fail(`A colon and a value must follow ${name}`)
    const isExcluded = sign === '!' || sign === '-'
    const dimension: Dimension = dimensions[name]
    const isOfLists = sign === '+' || sign === '-'
    if (isOfLists && dimension.valueKind !== 'list') {
      reader.fail(`${sign} is for lists only, and ${name} is not a list`, 0)
    }
    const match = readMatch(reader, dimension, isOfLists)
    return { dimension: name, isExcluded, match, text, position }
  })
}

export const isDimension = (name: string): name is DimensionId => {
  return Object.hasOwn(dimensions, name)
}

function unknown(name: string): string {
  return `${name} is not a dimension`
}

function readMatch(reader: TextReader, dimension: Dimension, isMember: boolean): Match {
  const valueOffset = reader.offset
  const value = reader.takeRest()
  if (dimension.valueKind === 'list') return matchOfList(value, isMember)
  if (value === '__null__') return { kind: 'equal', value: null }
  if (value === '__empty__') return { kind: 'equal', value: '' }
  if (dimension.valueKind === 'flag' && !/^(true|false)$/.test(value)) {
    reader.fail(`${dimension.title} must be true, false or __null__`, valueOffset)
  }
  // Number() reads '' as 0 and ' 1' as 1.
  const isNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value) && Number.isFinite(Number(value))
  if (dimension.valueKind === 'number' && !isNumber) {
    reader.fail(`${dimension.title} must be a number`, valueOffset)
  }
  return { kind: 'equal', value }
}

function matchOfList(value: string, isMember: boolean): Match {
  if (isMember) return { kind: 'contain', value }
  if (value === '__null__' || value === '__empty__') return { kind: 'sequence', values: [] }
  if (!value.startsWith('[') || !value.endsWith(']')) return { kind: 'contain', value }
  const inner = value.slice(1, -1)
  return { kind: 'sequence', values: inner === '' ? [] : inner.split(',') }
}
