import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { describedBytes, describeFile } from './describe-file.ts'
import {
  FileAnswer,
  FramesAnswer,
  numberOf,
  PacketsAnswer,
  type ProbedPacket,
} from './ffprobe-answer.ts'
import type { Media } from './find-media.ts'
import { inputArgs } from './input-args.ts'
import { InputRefused } from './input-refused.ts'
import { measureContainer, type ContainerSize } from './measure-container.ts'
import { measureDuration } from './measure-duration.ts'
import { MediaError } from './media-error.ts'
import type { Probe } from './probe.ts'
import { readStreams } from './read-streams.ts'
import { runMedia, type RunOptions } from './run-media.ts'

export interface ProbeOptions {
  signal?: AbortSignal | undefined
  timeoutSeconds?: number
}

const defaultTimeoutSeconds = 60
const memoryBytes = 3 * 1024 ** 3
const firstPackets = 240
/** More tracks than anybody records; further ones are not looked into. */
const soundsMax = 32
const maxStdoutBytes = 8 * 1024 * 1024
/** Tried in turn: nearly always the first frames decode, seldom only those after the first keyframe do. */
const packetsToDecode = [8, 400]
/** Of a second, between what the file says and its last frame; more is looked into. */
const endToleranceSeconds = 1

type Frame = z.infer<typeof FramesAnswer>['frames'][number]

const wrappers = /^(unshare|setpriv|prlimit|ionice): /

/** The file is to blame when the program ran and ended by itself, or came to a limit. */
const asRefusal = (error: unknown, start: Buffer): unknown => {
  if (!(error instanceof MediaError)) return error
  if (error.reason === 'timeout') return new InputRefused('Reading the file took too long.')
  if (error.reason === 'memory')
    return new InputRefused('Reading the file takes more memory than is allowed.')
  if (error.reason === 'too-large')
    return new InputRefused('The file describes more than can be read.')
  if (error.reason === 'cancelled' || !error.hasRun || wrappers.test(error.detail)) return error
  return new InputRefused(describeFile(start))
}

const parse = <Schema extends z.ZodType>(schema: Schema, bytes: Buffer): z.infer<Schema> => {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    throw new InputRefused('The file describes itself in a way that makes no sense.')
  }
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
      `The file ends too early: only ${percent} % of it is there. Upload it again as a whole.`,
    )
  }
  if (kind === 'iso' && lacksIndex && endsAt !== undefined)
    throw new InputRefused(
      'The file ends too early: the index that belongs to its end is missing. Upload it again as a whole.',
    )
}

const containers: [RegExp, string][] = [
  [/^mov,mp4/, 'mp4'],
  [/^matroska,webm/, 'mkv'],
  [/^mpegts/, 'mpegts'],
]

const containerOf = (
  formatName: string,
  tags: Record<string, string> | undefined,
  start: Buffer,
) => {
  const known = containers.find(([pattern]) => pattern.test(formatName))?.[1]
  if (known === 'mp4' && tags?.major_brand?.trim() === 'qt') return 'mov'
  if (known === 'mp4' && tags?.major_brand?.startsWith('M4A')) return 'm4a'
  if (known === 'mkv' && start.includes('webm')) return 'webm'
  return known ?? formatName.split(',')[0] ?? formatName
}

/**
 * Reads what a file is. Throws InputRefused with a plain sentence for what is no whole media file,
 * MediaError when it was called off or ffprobe could not be started.
 */
export const probeFile = async (
  media: Media,
  folder: string,
  fileName: string,
  options: ProbeOptions = {},
): Promise<Probe> => {
  const { start, size } = await look(folder, fileName)
  refuseIncomplete(size)
  const limits: RunOptions & { maxStdoutBytes: number } = {
    folder,
    timeoutSeconds: options.timeoutSeconds ?? defaultTimeoutSeconds,
    memoryBytes,
    maxStdoutBytes,
    signal: options.signal,
  }
  const ask = async (...args: string[]) =>
    (await runMedia(media, 'ffprobe', [...args, '-of', 'json', ...inputArgs(fileName)], limits))
      .stdout

  /** Frames of each of the streams that could be decoded; what cannot be is no failure of the file's. */
  const decode = async (streams: readonly number[]) => {
    const decoded = new Map<number, Frame[]>()
    if (streams.length === 0) return decoded
    for (const packets of packetsToDecode) {
      const given = await ask(
        '-select_streams',
        streams.length === 1 ? String(streams[0]) : 'a',
        '-read_intervals',
        `%+#${packets * streams.length}`,
        '-show_entries',
        'frame=stream_index,interlaced_frame:frame_side_data_list=side_data_type',
      ).catch((error: unknown) => {
        if (error instanceof MediaError && error.reason === 'failed') return Buffer.from('{}')
        throw error
      })
      for (const frame of parse(FramesAnswer, given).frames)
        decoded.set(frame.stream_index, [...(decoded.get(frame.stream_index) ?? []), frame])
      if (streams.every((stream) => decoded.has(stream))) break
    }
    return decoded
  }

  const endsWhereItSays = async (says: number, start: number) => {
    const given = await ask(
      '-read_intervals',
      `${Math.max(0, start + says - endToleranceSeconds)}%`,
      '-show_entries',
      'packet=stream_index,pts_time,dts_time,duration_time',
    )
    return lastEnd(parse(PacketsAnswer, given).packets) >= start + says - endToleranceSeconds
  }

  try {
    const answer = parse(
      FileAnswer,
      await ask(
        '-show_format',
        '-show_streams',
        '-show_packets',
        '-read_intervals',
        `%+#${firstPackets}`,
        '-show_entries',
        'packet=stream_index,pts_time,dts_time,duration_time',
      ),
    )
    const { format } = answer
    const streams = readStreams(answer)
    const formatStart = numberOf(format.start_time) ?? 0
    const says = numberOf(format.duration)
    const video = streams.videos[0]
    const [frames, soundFrames, isTrue] = await Promise.all([
      decode(video ? [video.stream] : []),
      decode(streams.audios.slice(0, soundsMax).map(({ stream }) => stream)),
      says === undefined || isEstimate(format.format_name)
        ? false
        : endsWhereItSays(says, formatStart),
    ])
    const shown = (video && frames.get(video.stream)) ?? []
    if (video) {
      video.decodes = shown.length > 0
      video.isInterlaced ||= shown.some(({ interlaced_frame }) => interlaced_frame === 1)
      video.hasClosedCaptions = shown.some(({ side_data_list }) =>
        side_data_list.some(({ side_data_type }) => side_data_type?.includes('Closed Captions')),
      )
    }
    for (const audio of streams.audios) audio.decodes = soundFrames.has(audio.stream)
    const measured =
      isTrue && says !== undefined ? says : await measureDuration(media, fileName, limits)
    // A single frame lasts as long as its rate says.
    const duration = measured > 0 || !video?.frameRate ? measured : 1 / video.frameRate
    return {
      container: containerOf(format.format_name, format.tags, start),
      bytes: size.fileBytes,
      duration,
      start: formatStart,
      bitRate: duration > 0 ? Math.round((size.fileBytes * 8) / duration) : 0,
      score: format.probe_score ?? 0,
      size,
      ...streams,
    }
  } catch (error) {
    throw asRefusal(error, start)
  }
}

/** Formats without an index: ffprobe guesses their length from the bit rate at the start. */
const isEstimate = (formatName: string) => /^(aac|ac3|eac3|amr|mp3)$/.test(formatName)

const lastEnd = (packets: readonly ProbedPacket[]) =>
  packets.reduce((end, packet) => {
    const time = numberOf(packet.pts_time) ?? numberOf(packet.dts_time)
    return time === undefined ? end : Math.max(end, time + (numberOf(packet.duration_time) ?? 0))
  }, Number.NEGATIVE_INFINITY)
