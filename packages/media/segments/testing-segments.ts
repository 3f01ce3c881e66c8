import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { findMedia, hasMedia, type Media } from '../find-media.ts'
import { linkIntoFolder } from '../job-folder.ts'
import { judgeInput } from '../judge-input.ts'
import type { MediaMap } from '../media-map.ts'
import { probeFile } from '../probe-file.ts'
import type { MaxTier } from '../tiers.ts'
import { planMedia } from './plan/plan-media.ts'
import type { MadeRendition } from './rendition-writer.ts'
import type { Quality } from './plan/rungs.ts'

const run = promisify(execFile)
const folders: string[] = []
const ffmpegOfTests = () => process.env['FFMPEG_PATH'] ?? 'ffmpeg'

export const readInstalledMedia = async (): Promise<Media> => {
  const media = await findMedia({ ffmpegPath: process.env['FFMPEG_PATH'] })
  if (!hasMedia(media)) throw new Error(media.missing)
  return media
}

export interface Planned {
  folder: string
  fileName: string
  map: MediaMap
}

/** A job folder with this clip as its source, probed, judged and planned. */
export const makePlannedClip = async (
  media: Media,
  clip: string,
  options: {
    maxTier?: MaxTier
    quality?: Quality
    clip?: { start: number; end: number }
    encode?: boolean
  } = {},
): Promise<Planned> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'segments-'))
  folders.push(folder)
  const fileName = await linkIntoFolder(folder, clip)
  const probe = await probeFile(media, folder, fileName)
  const { maxTier = '1080p', quality = 'basic', encode = false } = options
  const judged = judgeInput(probe, { maxTier })
  const map = await planMedia(
    media,
    probe,
    { canCopyVideo: judged.canCopyVideo && !encode },
    { folder, fileName, maxTier, quality, clip: options.clip },
  )
  return { folder, fileName, map }
}

export const deletePlannedClips = async (): Promise<void> => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
}

/** Splits a rendition into the initialisation segment and its segments. */
export const readParts = async ({ file, offsets }: MadeRendition): Promise<Buffer[]> => {
  const handle = await open(file)
  try {
    const parts: Buffer[] = []
    for (const [index, end] of offsets.entries()) {
      const start = index === 0 ? 0 : (offsets[index - 1] ?? 0)
      const { buffer } = await handle.read(Buffer.alloc(end - start), 0, end - start, start)
      parts.push(buffer)
    }
    return parts
  } finally {
    await handle.close()
  }
}

/** Decodes parts as one file; every warning of ffmpeg is an error. */
export const readDecoded = async (
  folder: string,
  parts: readonly Buffer[],
  ...outputArgs: string[]
): Promise<Buffer> => {
  const file = path.join(folder, `joined-${performance.now()}.mp4`)
  await writeFile(file, Buffer.concat(parts))
  const args = ['-v', 'warning', '-nostdin', '-copyts', '-i', file, ...outputArgs, 'pipe:1']
  const { stdout, stderr } = await run(ffmpegOfTests(), args, {
    encoding: 'buffer',
    maxBuffer: 512 * 1024 * 1024,
  })
  if (stderr.length > 0) throw new Error(`ffmpeg says of the joined parts: ${String(stderr)}`)
  return stdout
}

interface ShownFrame {
  /** Ticks of the 90 kHz clock. */
  time: number
  duration: number
}

const ffprobe = async (folder: string, parts: readonly Buffer[], ...args: string[]) => {
  const file = path.join(folder, `probed-${performance.now()}.mp4`)
  await writeFile(file, Buffer.concat(parts))
  const program = ffmpegOfTests().replace(/ffmpeg$/, 'ffprobe')
  const given = ['-v', 'error', '-select_streams', 'v', ...args, file]
  const { stdout, stderr } = await run(program, given, { maxBuffer: 64 * 1024 * 1024 })
  if (stderr !== '') throw new Error(`ffprobe says of the joined parts: ${stderr}`)
  return stdout
}

/** Every frame that a decoder shows of the parts, by time. */
export const listShownFrames = async (
  folder: string,
  parts: readonly Buffer[],
): Promise<ShownFrame[]> => {
  await readDecoded(folder, parts, '-f', 'null')
  const entries = ['-show_entries', 'frame=pts,pkt_duration', '-of', 'csv=p=0']
  const answer = await ffprobe(folder, parts, ...entries)
  // Frames with side data are followed by lines about it.
  return answer
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => {
      const [time = 0, duration = 0] = line.split(',').map(Number)
      return { time, duration }
    })
}

/** The number of frames that a decoder shows of the parts; every warning is an error. */
export const countFrames = async (folder: string, parts: readonly Buffer[]): Promise<number> => {
  const entries = ['-count_frames', '-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0']
  return Number.parseInt(await ffprobe(folder, parts, ...entries))
}

/** What ffprobe reports of the first frame. */
export const readFirstFrame = async (
  folder: string,
  parts: readonly Buffer[],
): Promise<Record<string, string>> => {
  const answer = await ffprobe(folder, parts, '-show_frames', '-read_intervals', '%+#1')
  const pairs = answer.split('\n').map((line) => line.split('='))
  return Object.fromEntries(pairs.map(([key = '', value = '']) => [key, value]))
}
