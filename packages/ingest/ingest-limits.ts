const kibibyte = 1024
const mebibyte = 1024 * kibibyte

export interface MessageLimits {
  messageBytesMax: number
  /** Memory of all messages that have begun and not ended. */
  openBytesMax: number
  chunkStreamsMax: number
}

/** Anyone may connect, so a connection without an accepted key gets little. */
export const limitsBeforePublish: MessageLimits = {
  messageBytesMax: 64 * kibibyte,
  openBytesMax: 256 * kibibyte,
  chunkStreamsMax: 64,
}

export const limitsOfPublishers: MessageLimits = {
  messageBytesMax: 8 * mebibyte,
  openBytesMax: 16 * mebibyte,
  chunkStreamsMax: 64,
}

export interface IngestLimits {
  /** Connections that have not published. */
  waitingMax: number
  waitingPerNetworkMax: number
  publishWithinMs: number
  /** How long the decision about a key may take. */
  decideWithinMs: number
  /** How long less than `silenceBytesPerSecond` is silence. */
  silenceMs: number
  silenceBytesPerSecond: number
  bitsPerSecondMax: number
  framesPerSecondMax: number
  /** How long a mean of bits and frames is. */
  meanMs: number
  /** Between our half-close and the end of a peer that does not close. */
  closeWithinMs: number
}

export const ingestLimits: IngestLimits = {
  waitingMax: 64,
  waitingPerNetworkMax: 8,
  publishWithinMs: 10_000,
  decideWithinMs: 30_000,
  silenceMs: 15_000,
  silenceBytesPerSecond: 1000,
  bitsPerSecondMax: 40_000_000,
  framesPerSecondMax: 63,
  meanMs: 10_000,
  closeWithinMs: 5000,
}
