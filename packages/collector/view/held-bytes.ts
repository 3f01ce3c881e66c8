import type { ViewState } from './view-state.ts'

/** Overhead of an entry in a map or a list, without its text. */
const entryBytes = 64

function textBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value !== 'object' || value === null) return 0
  let bytes = 0
  for (const inner of Object.values(value)) bytes += entryBytes + textBytes(inner)
  return bytes
}

/** Approximate size of a view in memory: every part that grows with what its player sends. */
export const heldBytesOf = (state: ViewState): number => {
  let bytes = state.seen.length * 8
  for (const value of state.values.values()) bytes += entryBytes + textBytes(value)
  for (const value of state.initial.values()) bytes += entryBytes + textBytes(value)
  for (const { totals } of [state.renditions, state.playbackModes])
    for (const [key, total] of totals) bytes += textBytes(key) + textBytes(total)
  bytes += state.contentChanges.length * entryBytes
  return bytes + textBytes(state.cdns) + textBytes(state.errors) + textBytes(state.timeline)
}
