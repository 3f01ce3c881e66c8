import { IngestError } from '../ingest-error.ts'
import { readAmf0, withoutControls, writeAmf0, type AmfValue } from './amf0.ts'
import type { OutgoingMessage } from './chunk-writer.ts'
import { messageTypes, userControls, type RtmpMessage } from './message-types.ts'

export interface Command {
  name: string
  transaction: number
  /** The command object and what follows it. */
  values: AmfValue[]
}

const chunkStreams = { control: 2, command: 3, status: 5 } as const

export const codes = {
  start: 'NetStream.Publish.Start',
  badName: 'NetStream.Publish.BadName',
  rejected: 'NetStream.Publish.Rejected',
  unpublished: 'NetStream.Unpublish.Success',
} as const

/** The only media stream of a connection. */
export const mediaStreamId = 1
/** The codes of codecs that both sides of this package speak. */
export const fourCcList = ['avc1', 'hvc1', 'av01', 'Opus', 'mp4a']

/** Messages of AMF3 that encoders send hold AMF0 behind one byte. */
export const valuesOf = ({ type, payload }: RtmpMessage): AmfValue[] => {
  const isAmf3 = type === messageTypes.commandAmf3 || type === messageTypes.dataAmf3
  return readAmf0(isAmf3 ? payload.subarray(1) : payload)
}

export const readCommand = (message: RtmpMessage): Command => {
  const [name, transaction, ...values] = valuesOf(message)
  if (typeof name !== 'string') throw new IngestError('A command has no name.')
  return { name, transaction: typeof transaction === 'number' ? transaction : 0, values }
}

export const command = (
  name: string,
  transaction: number,
  values: readonly AmfValue[],
  streamId = 0,
): OutgoingMessage => ({
  chunkStream: streamId === 0 ? chunkStreams.command : chunkStreams.status,
  type: messageTypes.commandAmf0,
  streamId,
  payload: writeAmf0([name, transaction, ...values]),
})

export const result = (transaction: number, values: readonly AmfValue[]) =>
  command('_result', transaction, values)

export const status = (level: 'status' | 'error', code: string, description: string) =>
  command('onStatus', 0, [null, { level, code, description }], mediaStreamId)

export const connected = (transaction: number, objectEncoding: number) =>
  result(transaction, [
    { fmsVer: 'FMS/3,5,7,7009', capabilities: 31, mode: 1, fourCcList },
    {
      level: 'status',
      code: 'NetConnection.Connect.Success',
      description: 'Connection succeeded.',
      objectEncoding,
    },
  ])

export const notConnected = (transaction: number, description: string) =>
  command('_error', transaction, [
    null,
    { level: 'error', code: 'NetConnection.Connect.Rejected', description },
  ])

const control = (type: number, bytes: number[]): OutgoingMessage => ({
  chunkStream: chunkStreams.control,
  type,
  payload: Buffer.from(bytes),
})

const unsigned32 = (value: number) => [
  (value >>> 24) & 0xff,
  (value >>> 16) & 0xff,
  (value >>> 8) & 0xff,
  value & 0xff,
]

export const windowSize = (bytes: number) => control(messageTypes.windowSize, unsigned32(bytes))

/** Dynamic: the peer keeps its own window if that is smaller. */
export const peerBandwidth = (bytes: number) =>
  control(messageTypes.peerBandwidth, [...unsigned32(bytes), 2])

export const acknowledgement = (bytes: number) =>
  control(messageTypes.acknowledgement, unsigned32(bytes))

export const streamBegin = (streamId: number) =>
  control(messageTypes.userControl, [0, userControls.streamBegin, ...unsigned32(streamId)])

/** Returns the answer to a ping, undefined for other events. */
export const pong = (payload: Buffer): OutgoingMessage | undefined =>
  payload.length >= 6 && payload.readUInt16BE() === userControls.ping
    ? control(messageTypes.userControl, [0, userControls.pong, ...payload.subarray(2, 6)])
    : undefined

export const textOf = (object: AmfValue, name: string): string | undefined => {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return undefined
  const value = object[name]
  return typeof value === 'string' ? withoutControls(value) : undefined
}
