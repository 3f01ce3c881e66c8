import { createHash } from 'node:crypto'

/** The same playback gets the same id, however often and in whatever order its reports arrive. */
export const viewIdOf = (environmentKey: string, sessionId: string, contentId: string): string => {
  return uuidOf('view', environmentKey, sessionId, contentId)
}

export const playerIdOf = (environmentKey: string, sessionId: string): string => {
  return uuidOf('player', environmentKey, sessionId)
}

/** A UUID of version 8: a hash of its parts, not random. */
function uuidOf(...parts: string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}

/** For reports without a sequence number: their time, and four bits of a hash to separate those of one millisecond. */
export const sequenceOfTime = (timeMs: number, line: string): number => {
  const [bits = 0] = createHash('sha256').update(line).digest()
  return (Math.trunc(timeMs) % 2 ** 28) * 16 + (bits & 15)
}
