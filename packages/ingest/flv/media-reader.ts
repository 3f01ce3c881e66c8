import { readAudioHeader, readVideoHeader, unitLengthBytes } from '../codecs/read-headers.ts'
import { UnsupportedMedia } from '../ingest-error.ts'
import type { MediaPacket, StreamHeader } from '../packet.ts'
import type { AmfValue } from '../rtmp/amf0.ts'
import { readAudioTag } from './read-audio-tag.ts'
import { readSaid } from './read-said.ts'
import { readVideoTag } from './read-video-tag.ts'

interface MediaReceiver {
  takeHeader(header: StreamHeader): void
  takePacket(packet: MediaPacket): void
}

const waitForTrackMs = 1000
const heldBytesMax = 2 * 1024 * 1024
const temporalDelimiter = Buffer.from([0x12, 0])

/**
 * Tags of one connection to a header and packets. The first packets wait up to a second for the other track, so that
 * the receiver mostly gets one header with both.
 */
export class MediaReader {
  readonly #receiver: MediaReceiver
  #header: StreamHeader = { said: {} }
  #announced: ('video' | 'audio')[] = []
  #isOpen = false
  #held: MediaPacket[] = []
  #heldBytes = 0
  #hasPicture = false
  #lastTimestamp: number | undefined
  #unfolded = 0

  constructor(receiver: MediaReceiver) {
    this.#receiver = receiver
  }

  takeSaid(values: readonly AmfValue[]) {
    const said = readSaid(values)
    if (!said) return
    this.#header = { ...this.#header, said: said.entries }
    this.#announced = said.tracks
  }

  takeVideo(tag: Buffer, timestamp: number, arrivedAt: number) {
    const read = readVideoTag(tag)
    if (!read) return
    if (read.hasMoreTracks) this.#header.hasMoreTracks = true
    const known = this.#header.video
    if (read.kind === 'config') {
      if (read.config.length === 0) return
      if (known?.codec === read.codec && known.config.equals(read.config)) return
      this.#change({ video: readVideoHeader(read.codec, read.config) })
      return
    }
    // A picture before its parameters cannot be decoded.
    if (known?.codec !== read.codec || read.data.length === 0) return
    const data = this.#picture(read.data)
    const dts = this.#unfold(timestamp)
    if (!data) return
    this.#take({ kind: 'video', dts, pts: dts + read.offset, isKey: read.isKey, data, arrivedAt })
  }

  takeAudio(tag: Buffer, timestamp: number, arrivedAt: number) {
    const read = readAudioTag(tag)
    if (!read) return
    if (read.hasMoreTracks) this.#header.hasMoreTracks = true
    const known = this.#header.audio
    if (read.kind === 'config') {
      if (read.config.length === 0) return
      if (known?.codec === read.codec && known.config.equals(read.config)) return
      this.#change({ audio: readAudioHeader(read.codec, read.config) })
      return
    }
    if (read.data.length === 0) return
    if (read.codec === 'mp3' && known?.codec !== 'mp3')
      this.#change({ audio: readAudioHeader('mp3', read.data) })
    if (this.#header.audio?.codec !== read.codec) return
    const dts = this.#unfold(timestamp)
    this.#take({ kind: 'audio', dts, pts: dts, isKey: true, data: read.data, arrivedAt })
  }

  /** Hands on what waits for another track. */
  flush() {
    if (this.#isOpen || this.#held.length === 0) return
    this.#open()
  }

  #change(tracks: Pick<StreamHeader, 'video' | 'audio'>) {
    this.#header = { ...this.#header, ...tracks }
    if (this.#isOpen) this.#receiver.takeHeader(this.#header)
  }

  /** Undefined for a picture that is cut off or damaged. */
  #picture(data: Buffer) {
    const video = this.#header.video!
    const lengthBytes = unitLengthBytes(video)
    if (lengthBytes === undefined)
      return data.subarray(0, 2).equals(temporalDelimiter) ? data.subarray(2) : data
    if (areWholeUnits(data, lengthBytes)) {
      this.#hasPicture = true
      return data
    }
    if (!this.#hasPicture)
      throw new UnsupportedMedia('The pictures are not NAL units with their lengths, as RTMP asks.')
    return undefined
  }

  /** Times are 32 bits; the shorter way from the last one is meant. */
  #unfold(timestamp: number) {
    this.#unfolded +=
      this.#lastTimestamp === undefined ? timestamp : (timestamp - this.#lastTimestamp) | 0
    this.#lastTimestamp = timestamp
    return this.#unfolded
  }

  #take(packet: MediaPacket) {
    if (this.#isOpen) {
      this.#receiver.takePacket(packet)
      return
    }
    this.#held.push(packet)
    this.#heldBytes += packet.data.length
    const first = this.#held[0]!
    if (
      this.#hasAllTracks() ||
      Math.abs(packet.dts - first.dts) > waitForTrackMs ||
      packet.arrivedAt - first.arrivedAt > waitForTrackMs ||
      this.#heldBytes > heldBytesMax
    )
      this.#open()
  }

  #hasAllTracks() {
    const { video, audio } = this.#header
    if (video && audio) return true
    return this.#announced.length > 0 && this.#announced.every((kind) => this.#header[kind])
  }

  #open() {
    this.#isOpen = true
    this.#receiver.takeHeader(this.#header)
    const held = this.#held
    this.#held = []
    for (const packet of held) this.#receiver.takePacket(packet)
  }
}

function areWholeUnits(data: Buffer, lengthBytes: number) {
  let at = 0
  while (at + lengthBytes <= data.length) {
    const length = data.readUIntBE(at, lengthBytes)
    at += lengthBytes + length
  }
  return at === data.length
}
