import { createHash } from 'node:crypto'
import type { Storage } from './storage.ts'

/** Bytes that vary with the position, so that tests notice a shifted or missing piece. */
export const aBuffer = (length: number, seed = 1) => {
  const bytes = Buffer.alloc(length)
  let state = seed
  for (let at = 0; at + 4 <= length; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes.writeUInt32LE(state, at)
  }
  return bytes
}

export const aSha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export const listChunks = async function* (bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size)
}

export const readBytes = async (bytes: AsyncIterable<Uint8Array>) => {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export const listKeysBelow = async (storage: Storage, prefix: string) => {
  const keys: string[] = []
  for await (const { key } of storage.list(prefix)) keys.push(key)
  return keys.toSorted()
}
