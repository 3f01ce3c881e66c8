import { mediaTimescale } from '../media-map.ts'
import { readMp4, type Mp4Track } from './read-mp4.ts'
import { readAacConfig } from './sample-description.ts'
import type { SampleTable } from './sample-table.ts'

/** Samples in a packet of AAC. */
export const packetSamples = 1024
/** What frames may be off their places: less than anybody hears, more than containers round to. */
const unevenSecondsMax = 0.04
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
  /** When the first one is played, in sound samples from the origin. */
  offset: number
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
  const offset = Math.max(0, Math.round(placeOf(from)))
  const uneven = unevenSecondsMax * sampleRate
  for (let packet = from; packet < to; packet += 1) {
    const expected = offset + (packet - from) * packetSamples
    if (Math.abs(placeOf(packet) - expected) > uneven) return undefined
  }
  return offset > lateSecondsMax * sampleRate ? undefined : { samples, from, to, offset }
}

const endOfEdit = ({ edit }: Mp4Track) =>
  edit?.seconds === undefined ? Infinity : edit.emptySeconds + edit.seconds

/** Where segments of sound begin: at the packets nearest to the cuts of the video. */
export function soundCuts(track: SoundTrack, videoCuts: readonly number[]) {
  const { from, to, offset, sampleRate } = track
  const packets = [from]
  for (const cut of videoCuts.slice(1, -1)) {
    const place = (cut * sampleRate) / mediaTimescale
    const packet = from + Math.round((place - offset) / packetSamples)
    if (packet > (packets.at(-1) ?? 0) && packet < to) packets.push(packet)
  }
  packets.push(to)
  const timeOf = (packet: number) => offset + (packet - from) * packetSamples
  const cuts = packets.map((packet) => Math.round((timeOf(packet) * mediaTimescale) / sampleRate))
  // A playlist begins at zero, though the first packet may be heard a moment later.
  cuts[0] = 0
  return { packets, times: packets.map(timeOf), cuts }
}
