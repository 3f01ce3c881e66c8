import { type FileHandle, open, stat } from 'node:fs/promises'
import { MediaError } from '../../media-error.ts'
import { mediaTimescale, type AudioMap, type MediaMap } from '../../media-map.ts'
import { readSamples } from '../mp4/read-samples.ts'
import {
  packetSamples,
  readSoundTrack,
  soundCuts,
  type SoundLimits,
  type SoundTrack,
} from './sound-track.ts'
import { audioInit, segmentHead } from '../mp4/write-fmp4.ts'

interface Given {
  map: MediaMap
  audio: AudioMap
}

/** Start and end of the sound in the source. */
export const limitsOf = ({ map, audio }: Given): SoundLimits => {
  const startTicks = map.video?.startTicks ?? audio.startTicks ?? 0
  return {
    originSeconds: startTicks / mediaTimescale,
    endSeconds: map.clip && map.duration,
  }
}

/** The planned times of the cuts: searching from the found cuts could select other packets. */
export const plannedCutsOf = ({ map, audio }: Given): readonly number[] =>
  map.video?.cuts ?? audio.plannedCuts ?? audio.cuts

/** The packets of each segment and its start. */
export interface SoundPlan extends ReturnType<typeof soundCuts> {
  track: SoundTrack
}

export const planSound = (track: SoundTrack, videoCuts: readonly number[]): SoundPlan => ({
  track,
  ...soundCuts(track, videoCuts),
})

function headOf({ track, packets, times }: SoundPlan, index: number): Buffer {
  const from = packets[index] ?? 0
  const samples = Array.from({ length: (packets[index + 1] ?? from) - from }, (_, packet) => ({
    duration: packetSamples,
    size: track.samples.sizes[from + packet] ?? 0,
    shift: 0,
    isSync: true,
  }))
  return segmentHead({ sequence: index + 1, time: times[index] ?? 0 }, samples)
}

/** Cuts and rates for the media map. */
export const soundFacts = (plan: SoundPlan) => {
  const { track, packets, cuts } = plan
  const { sampleRate, channels, samples } = track
  let peak = 0
  for (const [index, to] of packets.slice(1).entries()) {
    const from = packets[index] ?? to
    let bytes = headOf(plan, index).length
    for (let packet = from; packet < to; packet += 1) bytes += samples.sizes[packet] ?? 0
    peak = Math.max(peak, (bytes * 8 * sampleRate) / ((to - from) * packetSamples))
  }
  return { sampleRate, channels, bandwidth: Math.max(1, Math.round(peak)), cuts }
}

export const cutSound = async (
  handle: FileHandle,
  plan: SoundPlan,
  index: number,
): Promise<Buffer> => {
  const [from, to] = [plan.packets[index], plan.packets[index + 1]]
  if (from === undefined || to === undefined)
    throw new RangeError(`There is no segment ${index} of the sound.`)
  return readSamples(handle, plan.track.samples, { from, to, head: headOf(plan, index) })
}

async function planInPlace(path: string, given: Given): Promise<SoundPlan | undefined> {
  const track = await readSoundTrack(path, given.audio.stream, limitsOf(given))
  return track && planSound(track, plannedCutsOf(given))
}

/** The properties of copied sound, found without reading its packets; undefined where it cannot be copied. */
export const planSoundInPlace = async (
  path: string,
  given: Given,
): Promise<AudioMap | undefined> => {
  const { map, audio } = given
  const plan = audio.canCopy ? await planInPlace(path, given) : undefined
  if (!plan) return undefined
  const { plannedCuts = audio.cuts } = audio
  return { ...audio, ...soundFacts(plan), isInPlace: true, ...(!map.video && { plannedCuts }) }
}

/** Enough for a few concurrent viewers until the sound is stored. */
const keptMax = 4
const kept = new Map<string, Promise<SoundPlan | undefined>>()

async function keptPlan(path: string, given: Given) {
  const { size, mtimeMs, ino } = await stat(path)
  const { originSeconds, endSeconds } = limitsOf(given)
  const key = [ino, size, mtimeMs, given.audio.stream, originSeconds, endSeconds].join(' ')
  const reading = kept.get(key) ?? planInPlace(path, given)
  kept.delete(key)
  kept.set(key, reading)
  reading.catch(() => kept.delete(key))
  const [oldest] = kept.keys()
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
  return reading
}

/**
 * A segment of sound read from the source, with the same bytes as the stored one; part -1 is the
 * initialisation segment.
 */
export const copySoundSegment = async (
  sourcePath: string,
  given: Given,
  index: number,
): Promise<Buffer> => {
  const plan = await keptPlan(sourcePath, given)
  if (!plan) throw new MediaError('failed', 'The sound cannot be taken from the source.')
  if (index < 0) return audioInit(plan.track.config)
  const handle = await open(sourcePath)
  try {
    return await cutSound(handle, plan, index)
  } finally {
    await handle.close()
  }
}
