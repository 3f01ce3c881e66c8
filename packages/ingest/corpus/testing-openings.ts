import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  describeStream,
  writeAudioConfig,
  writeAudioFrame,
  writeVideoConfig,
  writeVideoFrame,
} from '../flv/write-tags.ts'
import type { MediaPacket, StreamHeader } from '../packet.ts'
import { writeAmf0, type AmfValue } from '../rtmp/amf0.ts'
import { ChunkWriter } from '../rtmp/chunk-writer.ts'
import { command } from '../rtmp/commands.ts'
import { openingBlock } from '../rtmp/handshake.ts'
import { messageTypes } from '../rtmp/message-types.ts'

export interface Opening {
  name: string
  bytes: Buffer
}

interface Media {
  header: StreamHeader
  packets: readonly MediaPacket[]
}

/** The recorded sessions of this folder. */
export const readRecordings = (): Opening[] =>
  readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.bin'))
    .map((name) => ({ name, bytes: readFileSync(path.join(import.meta.dirname, name)) }))

const handshake = () => Buffer.concat([openingBlock(), Buffer.alloc(1536)])

const tagsOf = ({ header, packets }: Media, firstTime: number) => {
  const tags: { type: number; timestamp: number; payload: Buffer }[] = []
  const add = (type: number, timestamp: number, payload: Buffer | undefined) => {
    if (payload) tags.push({ type, timestamp: (firstTime + Math.round(timestamp)) >>> 0, payload })
  }
  const first = packets[0]!.dts
  if (header.video) add(messageTypes.video, 0, writeVideoConfig(header.video))
  if (header.audio) add(messageTypes.audio, 0, writeAudioConfig(header.audio))
  for (const packet of packets) {
    const time = packet.dts - first
    if (packet.kind === 'video')
      add(messageTypes.video, time, writeVideoFrame(header.video!.codec, packet))
    else add(messageTypes.audio, time, writeAudioFrame(header.audio!.codec, packet))
  }
  return tags
}

/** As OBS 29 and later are publicly known to begin: a chunk size first, all media on one chunk stream. */
export const anOpeningLikeObs = (media: Media): Opening => {
  const writer = new ChunkWriter()
  const app = {
    app: 'app',
    type: 'nonprivate',
    flashVer: 'FMLE/3.0 (compatible; FMSc/1.0)',
    swfUrl: 'rtmp://127.0.0.1/app',
    tcUrl: 'rtmp://127.0.0.1/app',
    fourCcList: ['av01', 'hvc1'],
    capsEx: 3,
    videoFunction: 1,
  }
  const said: AmfValue = { ...describeStream(media.header), encoder: 'obs-output module (libobs)' }
  return {
    name: 'like OBS',
    bytes: Buffer.concat([
      handshake(),
      writer.setChunkSize(4096),
      writer.write(command('connect', 1, [app])),
      writer.write(command('releaseStream', 2, [null, 'recordedKey'])),
      writer.write(command('FCPublish', 3, [null, 'recordedKey'])),
      writer.write(command('createStream', 4, [null])),
      writer.write(command('publish', 5, [null, 'recordedKey', 'live'], 1)),
      writer.write({
        chunkStream: 4,
        type: messageTypes.dataAmf0,
        streamId: 1,
        payload: writeAmf0(['@setDataFrame', 'onMetaData', said]),
      }),
      ...tagsOf(media, 0).map((tag) => writer.write({ chunkStream: 4, streamId: 1, ...tag })),
      writer.write(command('FCUnpublish', 6, [null, 'recordedKey'])),
      writer.write(command('deleteStream', 7, [null, 1])),
    ]),
  }
}

/** Oddities that hardware is known for: AMF3 commands, small chunks, aggregate messages, times shortly before the wrap. */
export const anOpeningLikeHardware = (media: Media): Opening => {
  const writer = new ChunkWriter()
  const amf3 = (values: readonly AmfValue[]) =>
    writer.write({
      chunkStream: 3,
      type: messageTypes.commandAmf3,
      payload: Buffer.concat([Buffer.from([0]), writeAmf0(values)]),
    })
  const tags = tagsOf(media, 2 ** 32 - 500)
  const aggregates: Buffer[] = []
  for (let index = 0; index < tags.length; index += 5) {
    const some = tags.slice(index, index + 5)
    aggregates.push(
      writer.write({
        chunkStream: 200 % 64,
        type: messageTypes.aggregate,
        streamId: 1,
        timestamp: some[0]!.timestamp,
        payload: Buffer.concat(some.map((tag) => anFlvTag(tag))),
      }),
    )
  }
  return {
    name: 'like hardware',
    bytes: Buffer.concat([
      handshake(),
      amf3(['connect', 1, { app: 'live/', flashVer: 'Hardware 1.0' }]),
      amf3(['createStream', 2, null]),
      amf3(['publish', 3, null, 'recordedKey?token=1', 'live']),
      ...aggregates,
      amf3(['closeStream', 0, null]),
    ]),
  }
}

/** Our own client's form: enhanced tags of HEVC, AV1 and Opus. */
export const anEnhancedOpening = (name: string, media: Media): Opening => ({
  ...anOpeningLikeObs(media),
  name,
})

function anFlvTag({
  type,
  timestamp,
  payload,
}: {
  type: number
  timestamp: number
  payload: Buffer
}) {
  const head = Buffer.alloc(11)
  head[0] = type
  head.writeUIntBE(payload.length, 1, 3)
  head.writeUIntBE(timestamp & 0xff_ff_ff, 4, 3)
  head[7] = timestamp >>> 24
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(payload.length + 11)
  return Buffer.concat([head, payload, tail])
}
