import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { type Asset, clipSeconds, type KindOfFile, watchedOf } from './crash-owner.ts'
import {
  type CrashViewer,
  fetchBytes,
  isWholeBoxes,
  readRenditions,
  type Watched,
} from './crash-viewer.ts'

const run = promisify(execFile)

const clipFrames = clipSeconds * 25
/** A second of audio has 43 or 47 frames. */
const soundFramesMin = 40

interface Decoded {
  rendition: string
  kind: string
  frames: number
  errors: string
}

const decode = async (rendition: string, bytes: Buffer, folder: string): Promise<Decoded> => {
  const file = join(folder, `${rendition}.mp4`)
  await writeFile(file, bytes)
  const entries = ['-count_frames', '-show_entries', 'stream=codec_type,nb_read_frames']
  const words = ['-v', 'error', '-threads', '2', ...entries, '-of', 'json', file]
  const { stdout, stderr } = await run('ffprobe', words)
  const [stream] = JSON.parse(stdout).streams
  return {
    rendition,
    kind: stream.codec_type,
    frames: Number(stream.nb_read_frames),
    errors: stderr,
  }
}

/** Plays it to its end in every rendition of its playlists. */
const playWhole = async (origin: string, viewer: CrashViewer, watched: Watched) => {
  const folder = await mkdtemp(join(tmpdir(), 'ph-play-'))
  try {
    const decoded: Decoded[] = []
    for (const [name, addresses] of await readRenditions(origin, watched.playbackId)) {
      const parts: Buffer[] = []
      for (const address of addresses) parts.push(await viewer.fetchPart(address, watched))
      decoded.push(await decode(name, Buffer.concat(parts), folder))
    }
    return decoded
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const faultsOfDecoded = ({ rendition, kind, frames, errors }: Decoded, seconds: number) => {
  if (errors) return [`${rendition}: ${errors}`]
  const isWhole = kind === 'video' ? frames === clipFrames : frames > seconds * soundFramesMin
  return isWhole ? [] : [`${rendition} has ${frames} frames`]
}

const faultsOfFiles = async (origin: string, { playback_ids, static_renditions }: Asset) => {
  const files = static_renditions?.files ?? []
  const faults = files.length === 1 ? [] : [`It has ${files.length} files.`]
  for (const { name, status, filesize } of files) {
    if (status === 'skipped') continue
    const bytes = await fetchBytes(`${origin}/${playback_ids[0]?.id}/${name}`)
    if (String(bytes.length) !== filesize || !isWholeBoxes(bytes))
      faults.push(`${name} (${status}) is no whole file`)
  }
  return faults
}

/** Everything that is wrong with the asset made from a file. */
export const faultsOf = async (
  origin: string,
  viewer: CrashViewer,
  kind: KindOfFile,
  asset: Asset,
): Promise<string[]> => {
  if (asset.status !== kind.becomes)
    return [`It is ${asset.status}: ${JSON.stringify(asset.errors)}`]
  if (asset.status === 'errored')
    return asset.errors?.type === 'invalid_input' && asset.errors.messages[0] === kind.refusal
      ? []
      : [JSON.stringify(asset.errors)]
  const decoded = await playWhole(origin, viewer, watchedOf(asset))
  const { seconds = clipSeconds } = kind
  return [
    ...(Math.round(asset.duration ?? 0) === seconds ? [] : [`It lasts ${asset.duration}`]),
    ...(decoded.length < kind.renditionsMin ? [`It has ${decoded.length} renditions`] : []),
    ...decoded.flatMap((one) => faultsOfDecoded(one, seconds)),
    ...(await faultsOfFiles(origin, asset)),
  ]
}

/** Files in a folder, as relative paths. */
export const filesBelow = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
}

export const measureFile = async (file: string) => {
  const bytes = await readFile(file)
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
