import { z } from 'zod'
import { FileOutput, FramesOutput, PacketsOutput } from './ffprobe-output.ts'
import type { Media } from './find-media.ts'
import { inputArgs } from './input-args.ts'
import { InputRefused } from './input-refused.ts'
import { MediaError } from './media-error.ts'
import { runMedia, type RunOptions } from './run-media.ts'

export type ProbeLimits = RunOptions & { maxStdoutBytes: number }

/** Enough to determine the frame rate and to test decoding, and fast even for the largest pictures. */
const firstPackets = 60
const packetEntries = 'packet=stream_index,pts_time,dts_time,duration_time'
const frameEntries = 'frame=stream_index,interlaced_frame:frame_side_data_list=side_data_type'

const parse = <Schema extends z.ZodType>(schema: Schema, bytes: Buffer): z.output<Schema> => {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    throw new InputRefused('The metadata of the file makes no sense.')
  }
}

const failureIs = async <Result>(instead: Result, work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof MediaError && error.reason === 'failed') return instead
    throw error
  }
}

/** The ffprobe calls for one file. */
export const askFfprobe = (media: Media, fileName: string, limits: ProbeLimits) => {
  const ask = async (...args: string[]) =>
    (await runMedia(media, 'ffprobe', [...args, '-of', 'json', ...inputArgs(fileName)], limits))
      .stdout

  return {
    /** Format, streams, and the first packets with their frames. */
    file: async () =>
      parse(
        FileOutput,
        await ask(
          '-show_format',
          '-show_streams',
          '-show_packets',
          '-show_frames',
          '-read_intervals',
          `%+#${firstPackets}`,
          '-show_entries',
          `${packetEntries}:${frameEntries}`,
        ),
      ),

    /** Frames of one stream among its first packets; empty when it cannot be decoded. */
    frames: async (stream: number, packets: number) =>
      parse(
        FramesOutput,
        await failureIs(
          Buffer.from('{}'),
          ask(
            '-select_streams',
            String(stream),
            '-read_intervals',
            `%+#${packets}`,
            '-show_entries',
            frameEntries,
          ),
        ),
      ).frames,

    /** Whether a stream has anything in it: some tables name tracks that never come. */
    hasPackets: async (stream: number) =>
      parse(
        PacketsOutput,
        await failureIs(
          Buffer.from('{}'),
          ask(
            '-select_streams',
            String(stream),
            '-read_intervals',
            '%+#1',
            '-show_entries',
            packetEntries,
          ),
        ),
      ).packets.length > 0,

    /** All packets from a time on; empty where ffprobe cannot seek to it. */
    packetsFrom: async (seconds: number) =>
      parse(
        PacketsOutput,
        await failureIs(
          Buffer.from('{}'),
          ask('-read_intervals', `${Math.max(0, seconds)}%`, '-show_entries', packetEntries),
        ),
      ).packets,
  }
}
