import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaPacket, StreamHeader } from '@playhead/ingest/packet.ts'
import { boxesOf } from '../segments/mp4/mp4-boxes.ts'
import { readMp4, type Mp4Track } from '../segments/mp4/read-mp4.ts'
import { readAacConfig } from '../segments/mp4/sample-description.ts'
import type { FinishedRecording } from './recording-facts.ts'

/** Six seconds with B-frames, a keyframe every second and sound. */
export const liveClip =
  '-f lavfi -i testsrc2=s=160x90:r=30:d=6 -f lavfi -i sine=frequency=440:sample_rate=48000:duration=6 -c:v libx264 -preset veryfast -g 30 -sc_threshold 0 -bf 2 -pix_fmt yuv420p -c:a aac -b:a 64k'

export interface Stream {
  header: StreamHeader
  /** In the order in which an encoder sends them. */
  packets: MediaPacket[]
}

/** When the first packet of all streams of tests arrives. */
export const firstArrival = Date.UTC(2026, 0, 2, 3, 4, 5)

const packetsOf = async (path: string, { samples, timescale, kind, edit }: Mp4Track) => {
  const packets: MediaPacket[] = []
  if (!samples || kind === 'other') return packets
  const handle = await open(path)
  try {
    const shift = edit?.mediaTime ?? 0
    const ms = (units: number) => Math.round(((units - shift) * 1000) / timescale) + 1000
    for (let sample = 0; sample < samples.count; sample += 1) {
      const size = samples.sizes[sample] ?? 0
      const data = Buffer.alloc(size)
      await handle.read(data, 0, size, samples.offsets[sample] ?? 0)
      const dts = ms(samples.decodeTimes[sample] ?? 0)
      const pts = ms(samples.presentationTimes[sample] ?? 0)
      const isKey = kind === 'audio' || samples.isSync[sample] === 1
      packets.push({ kind, dts, pts, isKey, data, arrivedAt: firstArrival + dts - 1000 })
    }
    return packets
  } finally {
    await handle.close()
  }
}

/** The packets of a clip as an encoder pushes them: times in milliseconds, in the order of decoding. */
export const readStream = async (path: string): Promise<Stream> => {
  const tracks = (await readMp4(path))?.tracks ?? []
  const header: StreamHeader = { said: {} }
  const packets: MediaPacket[] = []
  for (const track of tracks) {
    const { description, samples } = track
    packets.push(...(await packetsOf(path, track)))
    if (description?.avc) {
      const { width, height, avc: config } = description
      const seconds = (samples?.decodeTimes.at(-1) ?? 0) / track.timescale || 1
      const frameRate = Math.round(((samples?.count ?? 1) - 1) / seconds)
      header.video = { codec: 'avc1', config, width, height, frameRate }
    }
    const config = description?.aac
    const known = config && readAacConfig(config)
    if (config && known) header.audio = { codec: 'mp4a', config, ...known }
  }
  packets.sort((one, other) => one.dts - other.dts)
  return { header, packets }
}

/** The same packets at other times. */
export const makeLater = (packets: readonly MediaPacket[], ms: number): MediaPacket[] =>
  packets.map((packet) => ({
    ...packet,
    dts: packet.dts + ms,
    pts: packet.pts + ms,
    arrivedAt: packet.arrivedAt + ms,
  }))

/** One number of many bytes, to compare what came in with what was kept. */
export const readHash = (all: readonly Buffer[]): string => {
  const hash = createHash('sha256')
  for (const bytes of all) hash.update(String(bytes.length)).update(bytes)
  return hash.digest('hex')
}

/** All samples of the pieces of a rendition, from its files. */
export const readRenditionSamples = async (
  folder: string,
  finished: Pick<FinishedRecording, 'renditions'>,
  name: string,
): Promise<{ data: Buffer; decode: number; isSync: boolean }[]> => {
  const rendition = finished.renditions.find((one) => one.name === name)
  const all: { data: Buffer; decode: number; isSync: boolean }[] = []
  for (const { fileName } of rendition?.pieces ?? []) {
    const path = join(folder, fileName)
    const [bytes, file] = [await readFile(path), await readMp4(path)]
    const samples = file?.tracks[0]?.samples
    for (let sample = 0; sample < (samples?.count ?? 0); sample += 1) {
      const offset = samples?.offsets[sample] ?? 0
      all.push({
        data: bytes.subarray(offset, offset + (samples?.sizes[sample] ?? 0)),
        decode: samples?.decodeTimes[sample] ?? 0,
        isSync: samples?.isSync[sample] === 1,
      })
    }
  }
  return all
}

/** How many whole fragments a part or segment consists of. */
export const countFragments = (bytes: Buffer): number =>
  [...boxesOf(bytes)].filter(({ type }) => type === 'moof').length
