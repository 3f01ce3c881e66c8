import { mediaTimescale } from '../media-map.ts'
import { readMp4, type Mp4Track } from './read-mp4.ts'
import { readAacConfig } from './sample-description.ts'
import type { SampleTable } from './sample-table.ts'

/** Samples in a packet of AAC. */
export const packetSamples = 1024
/** What packets may be off their places within a few seconds: less than anybody hears, more than containers round to. */
const unevenSecondsMax = 0.04
const windowPackets = 200
/** Between segments, less than this is rounding and not a clock that is slow or fast. */
const roundingSecondsMax = 0.005
/** Silence at the beginning that players step over by themselves. */
const lateSecondsMax = 0.03

/** The packets of sound that are played, evenly spaced. */
export interface SoundTrack {
  config: Buffer
  sampleRate: number
  channels: number
  samples: SampleTable
  /** The first packet that is played, and the one after the last. */
  from: number
  to: number
  /** When a packet is played, in sound samples from the origin. */
  placeOf: (packet: number) => number
}

export interface SoundLimits {
  /** Seconds of the file that count as zero. */
  originSeconds: number
  /** Played until here, from the origin; absent: to the end. */
  endSeconds?: number | undefined
}

/**
 * Reads the sound at this place among all tracks of an mp4, or its first; undefined where its packets
 * cannot be played one after the other: gaps, cuts, a late beginning, another kind of AAC.
 */
export async function readSoundTrack(
  path: string,
  stream: number | undefined,
  limits: SoundLimits,
): Promise<SoundTrack | undefined> {
  const tracks = (await readMp4(path))?.tracks ?? []
  const track = stream === undefined ? tracks.find(({ kind }) => kind === 'audio') : tracks[stream]
  const config = track?.description?.aac
  const known = config && readAacConfig(config)
  if (track?.kind !== 'audio' || !config || !known || !isPlain(track)) return undefined
  const places = placesOf(track, known.sampleRate, limits)
  return places && { config, ...known, ...places }
}

const isPlain = ({ hasManyEdits, timescale, description }: Mp4Track) =>
  !hasManyEdits && timescale > 0 && description?.isOnly === true

function placesOf(track: Mp4Track, sampleRate: number, limits: SoundLimits) {
  const { samples, timescale, edit } = track
  if (!samples || samples.count === 0) return undefined
  const zero = limits.originSeconds - (edit?.emptySeconds ?? 0)
  const mediaTime = (edit?.mediaTime ?? 0) / timescale
  const placeOf = (packet: number) =>
    ((samples.presentationTimes[packet] ?? 0) / timescale - mediaTime - zero) * sampleRate
  const endSeconds = Math.min(limits.endSeconds ?? Infinity, endOfEdit(track) - zero)
  // The nearest packet: at most half of one, eleven milliseconds, is played too early or too late.
  let from = 0
  while (from < samples.count && placeOf(from) < -packetSamples / 2) from += 1
  let to = samples.count
  while (to > from && placeOf(to - 1) >= endSeconds * sampleRate) to -= 1
  if (from >= to) return undefined
  if (placeOf(from) > lateSecondsMax * sampleRate) return undefined
  const uneven = unevenSecondsMax * sampleRate
  for (let packet = from + 1; packet < to; packet += 1) {
    for (const before of [packet - 1, Math.max(from, packet - windowPackets)]) {
      const expected = placeOf(before) + (packet - before) * packetSamples
      if (Math.abs(placeOf(packet) - expected) > uneven) return undefined
    }
  }
  return { samples, from, to, placeOf }
}

const endOfEdit = ({ edit }: Mp4Track) =>
  edit?.seconds === undefined ? Infinity : edit.emptySeconds + edit.seconds

/**
 * Where segments of sound begin: at the packets nearest to the cuts of the video. Each begins where its
 * packets say, so that a clock that differs a little from that of the picture never adds up.
 */
export function soundCuts(
  track: Pick<SoundTrack, 'from' | 'to' | 'placeOf' | 'sampleRate'>,
  videoCuts: readonly number[],
) {
  const { from, to, placeOf, sampleRate } = track
  const packets = [from]
  let packet = from + 1
  for (const cut of videoCuts.slice(1, -1)) {
    const place = (cut * sampleRate) / mediaTimescale
    while (packet < to && placeOf(packet) < place - packetSamples / 2) packet += 1
    if (packet < to && packet > (packets.at(-1) ?? 0)) packets.push(packet)
  }
  packets.push(to)
  const times = [Math.max(0, Math.round(placeOf(from)))]
  for (const [index, next] of packets.slice(1).entries()) {
    const expected = (times[index] ?? 0) + (next - (packets[index] ?? 0)) * packetSamples
    const stated = next < to ? Math.round(placeOf(next)) : expected
    const isSame = Math.abs(stated - expected) < roundingSecondsMax * sampleRate
    times.push(isSame ? expected : stated)
  }
  const cuts = times.map((time) => Math.round((time * mediaTimescale) / sampleRate))
  // A playlist begins at zero, though the first packet may be heard a moment later.
  cuts[0] = 0
  return { packets, times, cuts }
}
