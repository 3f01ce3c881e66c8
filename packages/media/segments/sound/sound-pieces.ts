import { open } from 'node:fs/promises'
import type { Media } from '../../find-media.ts'
import type { AudioMap, MediaMap } from '../../media-map.ts'
import type { ProbedAudio } from '../../probe.ts'
import { soundRates } from './sound-rates.ts'
import { canResample, type SoundWork, withEncodedSound } from './sound-run.ts'
import { cutSound, limitsOf, plannedCutsOf, type SoundPlan } from './sound-segments.ts'
import { readSoundTiming } from './sound-timing.ts'
import { packetSamples, soundCuts, type SoundTrack } from './sound-track.ts'
import { audioInit } from '../mp4/write-fmp4.ts'

/** A sound that begins later is silent for longer than a piece. */
const lateSecondsMax = 2
/** Encoders exceed the rate they are given, and segments have headers. */
const bandwidthRatio = 1.15

/** The sound with its properties before any of it is encoded; undefined where it can only be made as a whole. */
export const planSoundInPieces = async (
  media: Media,
  files: { folder: string; fileName: string; signal?: AbortSignal | undefined },
  probed: ProbedAudio,
  { map, audio }: { map: MediaMap; audio: AudioMap },
): Promise<AudioMap | undefined> => {
  const { stream, codec, sampleRate: sourceRate } = probed
  if (!canResample(sourceRate, audio.sampleRate)) return undefined
  const timing = await readSoundTiming(media, { ...files, stream, codec, rate: sourceRate })
  if (!timing) return undefined
  const { originSeconds, endSeconds = Infinity } = limitsOf({ map, audio })
  if (timing.first / sourceRate - originSeconds > lateSecondsMax) return undefined
  const seconds = Math.min(endSeconds, timing.end / sourceRate - originSeconds)
  const packets = Math.ceil(Math.round(seconds * audio.sampleRate) / packetSamples)
  if (packets < 1) return undefined
  const { plannedCuts = audio.cuts } = audio
  const planned = {
    ...audio,
    pieces: { sourceRate, ...timing, packets },
    bandwidth: Math.round((soundRates[audio.channels] ?? audio.bandwidth) * bandwidthRatio),
    ...(!map.video && { plannedCuts }),
  }
  return { ...planned, cuts: gridOf({ map, audio: planned }).cuts }
}

type Grid = ReturnType<typeof soundCuts>

/** Caches the grids: each request needs that of the same few sounds. */
const grids = new WeakMap<AudioMap, Grid>()

/** The packets of each segment: packet n begins with sample 1024 n. */
function gridOf({ map, audio }: { map: MediaMap; audio: AudioMap }): Grid {
  const known = grids.get(audio)
  if (known) return known
  const to = audio.pieces?.packets ?? 0
  const placeOf = (packet: number) => packet * packetSamples
  const track = { from: 0, to, placeOf, sampleRate: audio.sampleRate }
  const grid = soundCuts(track, plannedCutsOf({ map, audio }))
  grids.set(audio, grid)
  return grid
}

/** The same segments, by the packets of a file that contains only some of them. */
export const planOfRun = (
  { map, audio }: { map: MediaMap; audio: AudioMap },
  track: SoundTrack,
  zeroPacket: number,
): SoundPlan => {
  const grid = gridOf({ map, audio })
  return { ...grid, track, packets: grid.packets.map((packet) => packet + zeroPacket) }
}

/**
 * Long enough to outweigh the start of a program, short enough to wait for. The first piece is one
 * segment, so that playback starts soon.
 */
const pieceSeconds = 14

/** The segments that are made together with this one: from the first to before the second index. */
export const pieceOf = (
  given: { map: MediaMap; audio: AudioMap },
  index: number,
): { from: number; to: number } => {
  const { packets } = gridOf(given)
  if (index < 0 || index + 1 >= packets.length)
    throw new RangeError(`There is no segment ${index} of the sound.`)
  const most = (pieceSeconds * given.audio.sampleRate) / packetSamples
  let from = 0
  for (let to = 1; to < packets.length; to += 1) {
    const isLast = to + 1 >= packets.length
    const isFull = from === 0 || (packets[to + 1] ?? 0) - (packets[from] ?? 0) > most
    if (!isLast && !isFull) continue
    if (index < to) return { from, to }
    from = to
  }
  throw new RangeError(`There is no segment ${index} of the sound.`)
}

export interface SoundPiece {
  init: Buffer
  /** By index. */
  segments: Map<number, Buffer>
}

/** Encodes some segments separately. They join all others, and those of the whole sound. */
export const encodeSoundPiece = async (
  media: Media,
  work: SoundWork,
  { from, to }: { from: number; to: number },
): Promise<SoundPiece> => {
  const { packets } = gridOf(work)
  const range = { from: packets[from] ?? 0, to: packets[to] ?? 0 }
  return withEncodedSound(media, work, range, async (path, track, zeroPacket) => {
    const plan = planOfRun(work, track, zeroPacket)
    const segments = new Map<number, Buffer>()
    const handle = await open(path)
    try {
      for (let index = from; index < to; index += 1)
        segments.set(index, await cutSound(handle, plan, index))
    } finally {
      await handle.close()
    }
    return { init: audioInit(track.config), segments }
  })
}
