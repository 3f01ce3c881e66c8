import { mediaTimescale } from '../../media-map.ts'
import { readMp4, type Mp4Track } from '../mp4/read-mp4.ts'
import { readAacConfig } from '../mp4/sample-description.ts'
import type { SampleTable } from '../mp4/sample-table.ts'
import { withoutOverlaps } from './overlaps.ts'

/** Samples in a packet of AAC. */
export const packetSamples = 1024
/** The tolerance of packet times within a few seconds: less than a person hears, more than containers round. */
const unevenSecondsMax = 0.04
const windowPackets = 200
/** Between segments, a smaller difference is rounding and not a slow or fast clock. */
const roundingSecondsMax = 0.005
/** Silence at the start that players skip. */
const lateSecondsMax = 0.03

/** The played packets of sound, evenly spaced. */
export interface SoundTrack {
  config: Buffer
  sampleRate: number
  channels: number
  samples: SampleTable
  /** The first played packet, and the one after the last. */
  from: number
  to: number
  /** The start of a packet, in samples from the origin. */
  placeOf: (packet: number) => number
}

export interface SoundLimits {
  /** Seconds of the file that count as zero. */
  originSeconds: number
  /** The end of playback, from the origin; missing: the end of the file. */
  endSeconds?: number | undefined
}

/**
 * Reads the track at this index of an mp4, or its first sound; undefined where its packets cannot
 * be played in sequence: gaps, cuts, a late start, another kind of AAC.
 */
export const readSoundTrack = async (
  path: string,
  stream: number | undefined,
  limits: SoundLimits,
): Promise<SoundTrack | undefined> => {
  const tracks = (await readMp4(path))?.tracks ?? []
  const track = stream === undefined ? tracks.find(({ kind }) => kind === 'audio') : tracks[stream]
  const config = track?.description?.aac
  const known = config && readAacConfig(config)
  if (track?.kind !== 'audio' || !config || !known || !isPlain(track)) return undefined
  const places = placesOf(track, known.sampleRate, limits)
  if (!places || !isEven(places, known.sampleRate)) return undefined
  const length = (packetSamples * track.timescale) / known.sampleRate
  const samples = withoutOverlaps(places.samples, length)
  const joined =
    samples === places.samples ? places : placesOf({ ...track, samples }, known.sampleRate, limits)
  return joined && { config, ...known, ...joined }
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
  // The nearest packet: at most half a packet, eleven milliseconds, plays too early or too late.
  let from = 0
  while (from < samples.count && placeOf(from) < -packetSamples / 2) from += 1
  let to = samples.count
  while (to > from && placeOf(to - 1) >= endSeconds * sampleRate) to -= 1
  if (from >= to) return undefined
  if (placeOf(from) > lateSecondsMax * sampleRate) return undefined
  return { samples, from, to, placeOf }
}

function isEven({ from, to, placeOf }: Pick<SoundTrack, 'from' | 'to' | 'placeOf'>, rate: number) {
  const uneven = unevenSecondsMax * rate
  for (let packet = from + 1; packet < to; packet += 1) {
    for (const before of [packet - 1, Math.max(from, packet - windowPackets)]) {
      const expected = placeOf(before) + (packet - before) * packetSamples
      if (Math.abs(placeOf(packet) - expected) > uneven) return false
    }
  }
  return true
}

const endOfEdit = ({ edit }: Mp4Track) =>
  edit?.seconds === undefined ? Infinity : edit.emptySeconds + edit.seconds

/**
 * The starts of sound segments: the packets nearest to the cuts of the video. Each start comes from
 * packet times, so that a difference between the clocks of sound and picture never accumulates.
 */
export const soundCuts = (
  track: Pick<SoundTrack, 'from' | 'to' | 'placeOf' | 'sampleRate'>,
  videoCuts: readonly number[],
) => {
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
  // A playlist begins at zero, even if the first packet starts slightly later.
  cuts[0] = 0
  return { packets, times, cuts }
}
