import { isStorageKey } from '@playhead/storage/storage-key.ts'
import { parseHost } from '../http/host-name.ts'
import { unreadableEntry } from '../outbound/opened-addresses.ts'

export const roles = ['api', 'collector', 'realtime', 'worker', 'scheduler', 'ingest'] as const
export type Role = (typeof roles)[number]

export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

export type Read = (text: string) => unknown

export interface SettingEntry {
  read: Read
  fallback: string
  meaning: string
  /** Its value holds a key or a password, which no message repeats. */
  isSecret?: true
}

export const fail = (sentence: string): never => {
  throw new SettingsError(sentence)
}

export const number =
  (min: number, max: number): Read =>
  (text) =>
    /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max
      ? Number(text)
      : fail(`must be a whole number from ${min} to ${max}`)

/** `off` and `auto` are no numbers: both become undefined. */
export const numberOr =
  (word: 'off' | 'auto', min: number, max: number): Read =>
  (text) =>
    text === word ? undefined : number(min, max)(text)

export const flag: Read = (text) =>
  text === '0' ? false : text === '1' ? true : fail('must be 0 or 1')

export const url =
  (...protocols: string[]): Read =>
  (text) =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol)
      ? text.replace(/\/+$/, '')
      : fail(`must be an address that starts with ${protocols.join('// or ')}//`)

export const openedAddresses: Read = (value) => {
  if (value === '0' || value === '1') return value === '1'
  const entries = value.split(',').map((entry) => entry.trim())
  for (const entry of entries) {
    const problem = unreadableEntry(entry)
    if (problem) fail(problem)
  }
  return entries
}

export const text: Read = (value) => (value.trim() === '' ? fail('must not be empty') : value)

export const urls: Read = (value) =>
  value.split(',').map((item) => url('https:', 'http:')(item.trim()))

export const hosts: Read = (value) =>
  value
    .split(',')
    .map(
      (item) =>
        parseHost(item.trim()) ??
        fail('must be names such as video.example.com or 192.168.1.20:4000, as a comma list'),
    )

export const paths: Read = (value) =>
  value.split(',').map((item) => {
    const path = item.trim()
    return /^\/[\w\-./~%]+$/.test(path) ? path : fail('must be paths that start with /')
  })

export const storageFolder: Read = (value) => {
  const folder = value.replaceAll(/^\/+|\/+$/g, '')
  return isStorageKey(folder)
    ? folder
    : fail('must be a folder of letters, digits, dots, dashes and underscores')
}

export const roleList: Read = (value) => {
  const named = value.split(',').map((item) => item.trim())
  const unknown = named.filter((item) => !(roles as readonly string[]).includes(item))
  return unknown.length > 0
    ? fail(`names ${unknown.join(', ')}; the roles are ${roles.join(', ')}`)
    : named
}
