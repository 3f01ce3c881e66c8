import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Media } from '../../find-media.ts'
import { inputArgs } from '../../input-args.ts'
import { MediaError } from '../../media-error.ts'
import { mediaTimescale, type AudioMap } from '../../media-map.ts'
import { runMedia, type RunOptions } from '../../run-media.ts'
import { measureGain } from './loudness.ts'
import { RenditionWriter, type MadeRendition } from '../rendition-writer.ts'
import { planOfRun } from './sound-pieces.ts'
import { soundEncoderArgs } from './sound-rates.ts'
import { type SoundWork, withEncodedSound } from './sound-run.ts'
import {
  cutSound,
  limitsOf,
  plannedCutsOf,
  planSound,
  soundFacts,
  type SoundPlan,
} from './sound-segments.ts'
import { readSoundTrack, type SoundTrack } from './sound-track.ts'
import { audioInit } from '../mp4/write-fmp4.ts'

export interface AudioWork extends SoundWork {
  /** Normalises the loudness, which always needs encoding. */
  isNormalized?: boolean
}

interface MadeAudio extends MadeRendition {
  /** The entry of the media map, with the exact cuts and rates. */
  audio: AudioMap
  wasCopied: boolean
}

/** Makes the whole sound of an asset: copied where players support it, otherwise encoded. */
export const makeAudioRendition = async (media: Media, work: AudioWork): Promise<MadeAudio> => {
  const { audio, isNormalized = false } = work
  const copied = audio.canCopy && !isNormalized ? await copySound(media, work) : undefined
  if (copied) return copied
  if (audio.pieces && !isNormalized) return encodeAsPlanned(media, work)
  const path = await encodeSound(media, work)
  try {
    const track = await readSoundTrack(path, undefined, { originSeconds: 0 })
    if (!track) throw new MediaError('failed', 'The encoded sound cannot be read.')
    return { ...(await writeSound(path, track, work)), wasCopied: false }
  } finally {
    await rm(path, { force: true })
  }
}

/** Encodes the whole sound with the cuts that were planned for its pieces. */
async function encodeAsPlanned(media: Media, work: AudioWork): Promise<MadeAudio> {
  const whole = { from: 0, to: work.audio.pieces?.packets ?? 0 }
  return withEncodedSound(media, work, whole, async (path, track, zeroPacket) => {
    const made = await writePlanned(path, planOfRun(work, track, zeroPacket), work)
    return { ...made, audio: work.audio, wasCopied: false }
  })
}

async function copySound(media: Media, work: AudioWork): Promise<MadeAudio | undefined> {
  const source = join(work.folder, work.fileName)
  const limits = limitsOf(work)
  const inPlace = await readSoundTrack(source, work.audio.stream, limits)
  if (inPlace) return { ...(await writeSound(source, inPlace, work)), wasCopied: true }
  const path = await rewriteAsMp4(media, work).catch((error: unknown) => {
    // A stream that cannot be copied can still be decoded.
    if (error instanceof MediaError && error.reason === 'failed') return undefined
    throw error
  })
  if (!path) return undefined
  try {
    const track = await readSoundTrack(path, undefined, limits)
    return track && { ...(await writeSound(path, track, work)), wasCopied: true }
  } finally {
    await rm(path, { force: true })
  }
}

async function writeSound(path: string, track: SoundTrack, work: AudioWork) {
  const plan = planSound(track, plannedCutsOf(work))
  const made = await writePlanned(path, plan, work)
  return { ...made, audio: { ...work.audio, ...soundFacts(plan) } }
}

async function writePlanned(path: string, plan: SoundPlan, work: AudioWork) {
  const { audio, folder } = work
  const handle = await open(path)
  const writer = await RenditionWriter.create(join(folder, `${audio.name}.mp4`))
  try {
    await writer.append(audioInit(plan.track.config))
    for (let index = 0; index + 1 < plan.packets.length; index += 1) {
      if (work.signal?.aborted) throw new MediaError('cancelled', 'It was called off.')
      await writer.append(await cutSound(handle, plan, index))
    }
    return await writer.finish()
  } catch (error) {
    await writer.abandon()
    throw error
  } finally {
    await handle.close()
  }
}

const patience = { leastSeconds: 300, perSecond: 2 }

const runOptions = (work: AudioWork): RunOptions => ({
  folder: work.folder,
  timeoutSeconds: patience.leastSeconds + work.map.duration * patience.perSecond,
  signal: work.signal,
  isBackground: work.isBackground ?? false,
})

async function rewriteAsMp4(media: Media, work: AudioWork): Promise<string> {
  const output = `${work.audio.name}-rewritten.mp4`
  const args = [
    '-y',
    '-copyts',
    ...inputArgs(work.fileName),
    '-map',
    `0:${work.audio.stream}`,
    '-c',
    'copy',
    '-map_metadata',
    '-1',
    // The unit of the edit list's empty time at the start.
    '-movie_timescale',
    String(mediaTimescale),
    '-f',
    'mp4',
    `file:${output}`,
  ]
  await runMedia(media, 'ffmpeg', args, runOptions(work))
  return join(work.folder, output)
}

/** Also reads frames before the start, as audio decoders need a few to warm up. */
const headStartSeconds = 2

async function encodeSound(media: Media, work: AudioWork): Promise<string> {
  const { map, audio, fileName, isNormalized, onProgress } = work
  const { originSeconds, endSeconds } = limitsOf(work)
  const seek = map.clip
    ? [
        '-noaccurate_seek',
        '-seek_timestamp',
        '1',
        '-ss',
        Math.max(0, originSeconds - headStartSeconds).toFixed(6),
      ]
    : []
  const end = endSeconds === undefined ? '' : `:end=${(originSeconds + endSeconds).toFixed(6)}`
  const filters = [
    `atrim=start=${originSeconds.toFixed(6)}${end}`,
    `asetpts=PTS-(${originSeconds.toFixed(6)})/TB`,
    // Fills gaps with silence, so that sound and picture stay in sync.
    `aresample=${audio.sampleRate}:async=1:first_pts=0`,
  ].join(',')
  const halves = isNormalized ? 2 : 1
  const report = (done: number) =>
    onProgress && {
      onProgress: (seconds: number) =>
        onProgress(Math.min(1, (done + seconds / map.duration) / halves)),
    }
  const input = { fileName, stream: audio.stream, seek, filters }
  const gain = isNormalized
    ? await measureGain(media, input, { ...runOptions(work), ...report(0) })
    : 0
  const output = `${audio.name}-encoded.mp4`
  const args = [
    '-y',
    ...seek,
    '-copyts',
    ...inputArgs(fileName),
    '-map',
    `0:${audio.stream}`,
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    '-af',
    gain === 0 ? filters : `${filters},volume=${gain.toFixed(2)}dB`,
    ...soundEncoderArgs(audio),
    '-f',
    'mp4',
    `file:${output}`,
  ]
  await runMedia(media, 'ffmpeg', args, { ...runOptions(work), ...report(halves - 1) })
  return join(work.folder, output)
}
