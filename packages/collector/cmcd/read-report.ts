import {
  cmcdKeys,
  cmcdLengths,
  cmcdTokens,
  isCmcdKey,
  isCustomKey,
  type CmcdKey,
  type KeyKind,
} from './keys.ts'
import { isList, isToken, parseDictionary, type Item, type Member } from './structured-fields.ts'

/** Numbers carry the types of tracks they apply to: `(5000;v 128;a)`. */
interface TrackNumber {
  value: number
  track: string | null
}

export interface CmcdReport {
  numbers: ReadonlyMap<CmcdKey, number>
  lists: ReadonlyMap<CmcdKey, readonly TrackNumber[]>
  texts: ReadonlyMap<CmcdKey, string>
  flags: ReadonlySet<CmcdKey>
  errorCodes: readonly string[]
  /** Custom keys, which the standard does not define. */
  custom: ReadonlyMap<string, string | number | boolean>
  present: ReadonlySet<CmcdKey>
  /** Keys whose value violates the standard, even when it could be understood. */
  malformed: ReadonlySet<string>
}

class Draft {
  readonly numbers = new Map<CmcdKey, number>()
  readonly lists = new Map<CmcdKey, readonly TrackNumber[]>()
  readonly texts = new Map<CmcdKey, string>()
  readonly flags = new Set<CmcdKey>()
  errorCodes: string[] = []
  readonly custom = new Map<string, string | number | boolean>()
  readonly present = new Set<CmcdKey>()
  readonly malformed = new Set<string>()
}

/** Longer than any request: such a value is a Unix timestamp, not a time since the start of the request. */
const longestStepMs = 3_600_000
const unknownMax = 20
const keyMax = 64
const customMax = 64
const customLength = 255

/** Null when the line contains no CMCD key. */
export const readReport = (line: string): CmcdReport | null => {
  const { members, broken } = parseDictionary(line)
  const draft = new Draft()
  const complain = (key: string) => {
    if (key !== '' && draft.malformed.size < unknownMax) draft.malformed.add(key.slice(0, keyMax))
  }
  for (const [key, member] of members) {
    if (isCmcdKey(key)) {
      draft.present.add(key)
      if (!readKnown(draft, key, member)) complain(key)
    } else if (isCustomKey(key)) readCustom(draft, key, member)
    else complain(key)
  }
  for (const key of broken) {
    if (isCmcdKey(key)) draft.present.add(key)
    complain(key)
  }
  return draft.present.size > 0 ? draft : null
}

/** Whether the value conforms to the standard. A value that can be understood anyway is used. */
function readKnown(draft: Draft, key: CmcdKey, member: Member): boolean {
  const kind: KeyKind = cmcdKeys[key]
  const items: readonly Item[] = isList(member) ? member : [member]
  if (kind === 'texts') return readTexts(draft, key, items) && isList(member)
  if (kind === 'numbers') return readNumbers(draft, key, items) && isList(member)
  const [item] = items
  return item !== undefined && readOne(draft, key, kind, item.value) && !isList(member)
}

function readOne(draft: Draft, key: CmcdKey, kind: KeyKind, value: Item['value']): boolean {
  const text = isToken(value) ? value.token : value
  if (kind === 'integer' || kind === 'number') {
    const number = Number(text)
    if (typeof text === 'boolean' || text === '' || !Number.isFinite(number)) return false
    draft.numbers.set(key, number)
    const isTime = key === 'ttfb' || key === 'ttfbb' || key === 'ttlb'
    if (number < 0 || (isTime && number > longestStepMs)) return false
    return typeof value === 'number' && (kind === 'number' || Number.isInteger(number))
  }
  if (kind === 'flag') {
    if (text === true || text === 1 || text === 'true') draft.flags.add(key)
    return typeof value === 'boolean'
  }
  if (typeof text === 'boolean') return false
  draft.texts.set(key, String(text))
  if (kind === 'token') return isToken(value) && (cmcdTokens[key]?.has(value.token) ?? true)
  return typeof value === 'string' && value.length <= (cmcdLengths[key] ?? Infinity)
}

function readTexts(draft: Draft, key: CmcdKey, items: readonly Item[]): boolean {
  const texts = items.map(({ value }) => (isToken(value) ? value.token : value))
  if (key === 'ec') draft.errorCodes = texts.map(String)
  return items.every(({ value }) => typeof value === 'string')
}

function readNumbers(draft: Draft, key: CmcdKey, items: readonly Item[]): boolean {
  const read = items.flatMap(({ value, parameters }): TrackNumber[] =>
    typeof value === 'number' ? [{ value, track: [...parameters.keys()].at(0) ?? null }] : [],
  )
  draft.lists.set(key, read)
  return read.length === items.length && read.every(({ value }) => Number.isInteger(value))
}

function readCustom(draft: Draft, key: string, member: Member): void {
  const [item] = isList(member) ? member : [member]
  if (item === undefined || draft.custom.size >= customMax) return
  const value = isToken(item.value) ? item.value.token : item.value
  draft.custom.set(key, typeof value === 'string' ? value.slice(0, customLength) : value)
}
