import type { AudioHeader, VideoHeader } from '@playhead/ingest/packet.ts'
import { mediaTimescale } from '../media-map.ts'
import { readAacConfig } from '../segments/mp4/sample-description.ts'
import { audioInit, videoInit } from '../segments/mp4/write-fmp4.ts'

/** What a decoder and a playlist need to know of a run of equal parameters. */
export interface PieceFacts {
  init: Buffer
  timescale: number
  codecs: string
  width: number
  height: number
  channels: number
  /** Units of a packet of sound; 0 for picture. */
  packetUnits: number
}

const hex = (...bytes: (number | undefined)[]) =>
  bytes.map((byte = 0) => byte.toString(16).padStart(2, '0')).join('')

const avcString = (avcC: Buffer) => `avc1.${hex(avcC[1], avcC[2], avcC[3])}`

const reversedBits = (value: number) => {
  let reversed = 0
  for (let bit = 0; bit < 32; bit += 1) if (value & (1 << bit)) reversed |= 1 << (31 - bit)
  return reversed >>> 0
}

const hevcString = (hvcC: Buffer) => {
  const profile = hvcC[1] ?? 0
  const space = ['', 'A', 'B', 'C'][profile >> 6] ?? ''
  const constraints = [...hvcC.subarray(6, 12)]
  while (constraints.at(-1) === 0) constraints.pop()
  return [
    `hvc1.${space}${profile & 0x1f}`,
    reversedBits(hvcC.readUInt32BE(2)).toString(16).toUpperCase(),
    `${profile & 0x20 ? 'H' : 'L'}${hvcC[12] ?? 0}`,
    ...constraints.map((byte) => byte.toString(16).toUpperCase()),
  ].join('.')
}

const av1String = (av1C: Buffer) => {
  const [, profile = 0, format = 0] = av1C
  const level = String(profile & 0x1f).padStart(2, '0')
  const depth = format & 0x40 ? (format & 0x20 ? '12' : '10') : '08'
  return `av01.${profile >> 5}.${level}${format & 0x80 ? 'H' : 'M'}.${depth}`
}

const boxNames = { avc1: 'avcC', hvc1: 'hvcC', av01: 'av1C' } as const
const strings = { avc1: avcString, hvc1: hevcString, av01: av1String } as const

export const videoFacts = ({ codec, config, width, height }: VideoHeader): PieceFacts => ({
  init: videoInit({ width, height, entry: codec, configBox: boxNames[codec], avc: config }),
  timescale: mediaTimescale,
  codecs: strings[codec](config),
  width,
  height,
  channels: 0,
  packetUnits: 0,
})

/** Undefined for sound that is not played as it is: only AAC-LC with one or two channels is. */
export const audioFacts = ({ codec, config }: AudioHeader): PieceFacts | undefined => {
  const known = codec === 'mp4a' ? readAacConfig(config) : undefined
  if (!known || known.channels > 2) return undefined
  return {
    init: audioInit(config),
    timescale: known.sampleRate,
    codecs: 'mp4a.40.2',
    width: 0,
    height: 0,
    channels: known.channels,
    packetUnits: 1024,
  }
}

export const isSamePiece = (one: PieceFacts | undefined, other: PieceFacts | undefined) =>
  one !== undefined && other !== undefined && one.init.equals(other.init)
