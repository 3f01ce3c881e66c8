import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FinishedKey } from './finished-views.sql.ts'

/** Packed rows as they are sent; a repetition of an attempt has the same bytes and the same name. */
export interface Batch {
  /** The path of an object with these rows: another batch never has it. */
  name: string
  /** NDJSON, gzipped. */
  bytes: Uint8Array<ArrayBuffer>
}

/** `20261124T034500123Z` */
const compact = (at: number) => new Date(at).toISOString().replaceAll(/[-:.]/g, '')

/**
 * Named by the versions that were asked for: read again after a crash, they replace themselves, and others never do,
 * even if their moments are the same.
 */
const nameOf = (keys: readonly FinishedKey[]) => {
  const hash = createHash('sha256')
  for (const { viewId, version } of keys) hash.update(`${viewId} ${version}\n`)
  const first = keys[0]!.at
  const [day, hour] = new Date(first).toISOString().split(/[T:]/)
  const range = `${compact(first)}-${compact(keys.at(-1)!.at)}`
  return `${day}/${hour}/${range}-${hash.digest('hex').slice(0, 16)}.ndjson.gz`
}

export const batchOf = (keys: readonly FinishedKey[], bytes: Batch['bytes']): Batch => ({
  name: nameOf(keys),
  bytes,
})

export const emptyBatch = (): Batch => ({
  name: 'playhead-test.ndjson.gz',
  bytes: new Uint8Array(gzipSync('')),
})
