import type { FieldValue } from '../player-event.ts'
import { cutText } from './cut-text.ts'
import { withoutControls, withoutHiddenControls } from './without-controls.ts'

/** Limits on what one event may contain; the SDK itself stays far below them. */
export const eventBounds = {
  keys: 400,
  keyLength: 120,
  textLength: 4_096,
  /** The list of played ranges grows with every seek. */
  rangesLength: 16_384,
  nestedDepth: 6,
  nestedValues: 300,
}

const mediaAddressKeys = new Set([
  'video_source_url',
  'player_source_url',
  'video_poster_url',
  'request_url',
  'ad_tag_url',
  'ad_asset_url',
])

/** Media URLs carry signatures and tokens in their query string. */
function withoutSecrets(address: string): string {
  const end = address.search(/[?#]/)
  return withoutPassword(end < 0 ? address : address.slice(0, end))
}

const withoutPassword = (address: string): string =>
  address.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/?#]*@/i, '$1//')

const withoutSecretsInside = (text: string): string =>
  text.includes('://')
    ? text.replace(/[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>]+/gi, withoutSecrets)
    : text

interface Budget {
  values: number
}

function cleanNested(value: unknown, depth: number, budget: Budget): FieldValue {
  budget.values -= 1
  if (typeof value === 'string')
    return withoutSecretsInside(cutText(withoutControls(value), eventBounds.textLength))
  if (typeof value !== 'object' || value === null) return cleanPlain(value)
  if (depth >= eventBounds.nestedDepth || budget.values <= 0) return null
  if (Array.isArray(value)) {
    const items: FieldValue[] = []
    for (const item of value) {
      if (budget.values <= 0) break
      items.push(cleanNested(item, depth + 1, budget))
    }
    return items
  }
  const copy: Record<string, FieldValue> = {}
  for (const key in value) {
    if (budget.values <= 0) break
    if (!isPlainKey(key)) continue
    copy[key] = cleanNested((value as Record<string, unknown>)[key], depth + 1, budget)
  }
  return copy
}

/** A number too large for a double parses as Infinity and cannot be stored; the live value must not contain it either. */
const cleanPlain = (value: unknown): FieldValue =>
  Number.isFinite(value) || typeof value === 'boolean' ? (value as number | boolean) : null

export const isPlainKey = (key: string): boolean =>
  key !== '__proto__' && key.length > 0 && key.length <= eventBounds.keyLength

/** Players choose these ids, and an API client must be able to look up a view by the id its player sent. */
const idKeys = new Set(['view_id', 'player_instance_id'])

function cleanText(key: string, value: string): string {
  if (idKeys.has(key)) return value
  return key === 'player_error_context' ? withoutHiddenControls(value) : withoutControls(value)
}

export const cleanValue = (key: string, given: unknown): FieldValue => {
  const value = typeof given === 'string' ? cleanText(key, given) : given
  if (typeof value === 'string') {
    if (key === 'video_playback_range') return cutText(value, eventBounds.rangesLength)
    if (mediaAddressKeys.has(key)) return withoutSecrets(cutText(value, eventBounds.textLength))
    const text = cutText(value, eventBounds.textLength)
    if (key === 'page_url') return withoutPassword(text)
    if (
      key === 'player_error_context' ||
      key === 'player_error_message' ||
      key.startsWith('request_')
    )
      return withoutSecretsInside(text)
    return text
  }
  if (typeof value !== 'object' || value === null) return cleanPlain(value)
  return cleanNested(value, 0, { values: eventBounds.nestedValues })
}
