export interface ChannelLimits {
  /** Per process. */
  socketsMax: number
  newSocketsPerSecond: number
  socketsOfSessionMax: number
  /** Per address, for sockets without a session. */
  socketsOfAddressMax: number
  topicsMax: number
  /** Per socket, over all of its topics. */
  subscriptionsMax: number
  frameMaxBytes: number
  framesPerSecond: number
  framesBurst: number
  /** A client sends a heartbeat every 10 s. RTCH-015 */
  silenceMs: number
  /** Above this a slow reader gets only the newest state. */
  waitingBytesSlow: number
  waitingBytesMax: number
  slowMs: number
  /** Queued ordered messages for a slow reader. */
  queuedMax: number
  pollMs: number
  framesOfPostMax: number
}

export const defaultLimits: ChannelLimits = {
  socketsMax: 10_000,
  newSocketsPerSecond: 500,
  socketsOfSessionMax: 20,
  socketsOfAddressMax: 5,
  topicsMax: 50,
  subscriptionsMax: 60,
  frameMaxBytes: 65_536,
  framesPerSecond: 20,
  framesBurst: 60,
  silenceMs: 35_000,
  waitingBytesSlow: 262_144,
  waitingBytesMax: 1_048_576,
  slowMs: 30_000,
  queuedMax: 100,
  pollMs: 10_000,
  framesOfPostMax: 100,
}
