export const messageTypes = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  dataAmf3: 15,
  commandAmf3: 17,
  dataAmf0: 18,
  commandAmf0: 20,
  aggregate: 22,
} as const

export const userControls = { streamBegin: 0, ping: 6, pong: 7 } as const

export interface RtmpMessage {
  type: number
  streamId: number
  /** 32 bits of milliseconds. */
  timestamp: number
  payload: Buffer
}
