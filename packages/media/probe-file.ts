import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { askFfprobe, type ProbeLimits } from './ask-ffprobe.ts'
import { describedBytes, describeFile, notMedia } from './describe-file.ts'
import { numberOf, type FileOutput, type ProbedPacket } from './ffprobe-output.ts'
import type { Media } from './find-media.ts'
import { InputRefused } from './input-refused.ts'
import { measureContainer, type ContainerSize } from './measure-container.ts'
import { measureDuration } from './measure-duration.ts'
import { MediaError } from './media-error.ts'
import type { Probe } from './probe.ts'
import { readStreams } from './read-streams.ts'

interface ProbeOptions {
  signal?: AbortSignal | undefined
  timeoutSeconds?: number
}

const defaultTimeoutSeconds = 60
const memoryBytes = 3 * 1024 ** 3
const maxStdoutBytes = 8 * 1024 * 1024
/** A recording may begin long before its first keyframe. */
const packetsToDecode = 400
/** More tracks than real recordings have; further ones are ignored. */
const tracksMax = 32
/** Between the stated end and the last frame; for a larger difference the duration is measured. */
const endToleranceSeconds = 1

const wrappers = /(^|\n)(exit \d+: )?(unshare|setpriv|prlimit|ionice): /

/** The file is at fault if the program ran and ended by itself, or reached a limit. */
const asRefusal = (error: unknown, start: Buffer, { kind }: ContainerSize): unknown => {
  if (!(error instanceof MediaError)) return error
  const refused = (message: string) => new InputRefused(message, { cause: error })
  if (error.reason === 'timeout') return refused('Reading the file took too long.')
  if (error.reason === 'memory')
    return refused('Reading the file takes more memory than is allowed.')
  if (error.reason === 'too-large') return refused('The file describes more than can be read.')
  if (error.reason === 'cancelled' || !error.hasRun || wrappers.test(error.detail)) return error
  const codec = /Codec \((\w+)\) not on whitelist/.exec(error.detail)?.[1]
  if (codec !== undefined) return refused(`The codec ${codec} is not supported.`)
  const described = describeFile(start)
  return refused(
    described === notMedia && kind !== 'other'
      ? 'The file is damaged and cannot be read.'
      : described,
  )
}

const look = async (folder: string, fileName: string) => {
  const file = await open(join(folder, fileName))
  try {
    const start = Buffer.alloc(describedBytes)
    const { bytesRead } = await file.read(start, 0, describedBytes, 0)
    return { start: start.subarray(0, bytesRead), size: await measureContainer(file) }
  } finally {
    await file.close()
  }
}

const refuseIncomplete = ({ fileBytes, endsAt, lacksIndex, kind }: ContainerSize) => {
  if (fileBytes === 0) throw new InputRefused('The file is empty.')
  if (endsAt !== undefined && endsAt > fileBytes) {
    const percent = Math.max(1, Math.min(99, Math.floor((fileBytes / endsAt) * 100)))
    throw new InputRefused(
      `The file ends too early: only ${percent} % of it is there. Upload the whole file again.`,
    )
  }
  if (kind === 'iso' && lacksIndex && endsAt !== undefined)
    throw new InputRefused(
      'The file ends too early: the index that belongs to its end is missing. Upload the whole file again.',
    )
}

const containers: [RegExp, string][] = [
  [/^mov,mp4/, 'mp4'],
  [/^matroska,webm/, 'mkv'],
]

const containerOf = ({ format_name: name, tags }: FileOutput['format'], start: Buffer) => {
  const known = containers.find(([pattern]) => pattern.test(name))?.[1]
  const brand = tags?.major_brand?.trim()
  if (known === 'mp4' && brand === 'qt') return 'mov'
  if (known === 'mp4' && brand?.startsWith('M4A')) return 'm4a'
  if (known === 'mkv' && start.includes('webm')) return 'webm'
  return known ?? name
}

/** Formats without an index: ffprobe estimates their duration from the first bit rate. */
const isEstimate = (formatName: string) => /^(aac|ac3|eac3|amr|mp3)$/.test(formatName)

const lastEnd = (packets: readonly ProbedPacket[]) =>
  packets.reduce((end, packet) => {
    const time = numberOf(packet.pts_time) ?? numberOf(packet.dts_time)
    return time === undefined ? end : Math.max(end, time + (numberOf(packet.duration_time) ?? 0))
  }, Number.NEGATIVE_INFINITY)

/**
 * Reads the properties of a file. Throws InputRefused with a plain message for an invalid media
 * file, MediaError when it is cancelled or ffprobe cannot be started.
 */
export const probeFile = async (
  media: Media,
  folder: string,
  fileName: string,
  options: ProbeOptions = {},
): Promise<Probe> => {
  const { start, size } = await look(folder, fileName)
  refuseIncomplete(size)
  const limits: ProbeLimits = {
    folder,
    timeoutSeconds: options.timeoutSeconds ?? defaultTimeoutSeconds,
    memoryBytes,
    maxStdoutBytes,
    signal: options.signal,
  }
  const ask = askFfprobe(media, fileName, limits)

  /** Streams whose first packets decode to nothing get more packets. */
  const lateFrames = async ({ streams, frames }: FileOutput) => {
    const dark = streams.filter(
      ({ index, codec_type: type }) =>
        (type === 'video' || type === 'audio') &&
        !frames.some(({ stream_index }) => stream_index === index),
    )
    const found = []
    for (const { index } of dark.slice(0, tracksMax))
      found.push(...(await ask.frames(index, packetsToDecode)))
    return found
  }

  /** A track that a table names and that has no packet is not there, beside one that is. */
  const present = async (found: ReturnType<typeof readStreams>) => {
    const absent = new Set<number>()
    for (const { stream, decodes } of [...found.videos, ...found.audios])
      if (!decodes && !(await ask.hasPackets(stream))) absent.add(stream)
    const isThere = ({ stream }: { stream: number }) => !absent.has(stream)
    // Without any, why none of them decodes says more.
    if (![...found.videos, ...found.audios].some(isThere)) return found
    return {
      ...found,
      videos: found.videos.filter(isThere),
      audios: found.audios.filter(isThere),
    }
  }

  const durationOf = async ({ format }: FileOutput) => {
    const says = numberOf(format.duration)
    if (says === undefined || isEstimate(format.format_name))
      return measureDuration(media, fileName, limits)
    const lastSecond = (numberOf(format.start_time) ?? 0) + says - endToleranceSeconds
    const end = lastEnd(await ask.packetsFrom(lastSecond))
    return end >= lastSecond ? says : measureDuration(media, fileName, limits)
  }

  try {
    const answer = await ask.file()
    const [late, measured] = await Promise.all([lateFrames(answer), durationOf(answer)])
    const streams = await present(readStreams({ ...answer, frames: [...answer.frames, ...late] }))
    const frameRate = streams.videos[0]?.frameRate
    // A single frame lasts as long as the frame rate states.
    const duration = measured > 0 || !frameRate ? measured : 1 / frameRate
    return {
      container: containerOf(answer.format, start),
      bytes: size.fileBytes,
      duration,
      start: numberOf(answer.format.start_time) ?? 0,
      bitRate: duration > 0 ? Math.round((size.fileBytes * 8) / duration) : 0,
      score: answer.format.probe_score ?? 0,
      size,
      ...streams,
    }
  } catch (error) {
    throw asRefusal(error, start, size)
  }
}
