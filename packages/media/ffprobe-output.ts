import { z } from 'zod'

/** The used part of ffprobe's JSON. Every field may be missing: inputs are of every kind and age. */
const text = z.optional(z.string())
const whole = z.optional(z.int())

const SideData = z.object({
  side_data_type: text,
  rotation: z.optional(z.number()),
  displaymatrix: text,
})

export const ProbedStream = z.object({
  index: z.int(),
  codec_type: text,
  codec_name: text,
  codec_tag_string: text,
  profile: text,
  level: whole,
  width: whole,
  height: whole,
  pix_fmt: text,
  sample_aspect_ratio: text,
  field_order: text,
  color_transfer: text,
  color_primaries: text,
  color_space: text,
  color_range: text,
  r_frame_rate: text,
  avg_frame_rate: text,
  start_time: text,
  duration: text,
  bit_rate: text,
  nb_frames: text,
  has_b_frames: whole,
  sample_rate: text,
  channels: whole,
  channel_layout: text,
  bits_per_sample: whole,
  bits_per_raw_sample: text,
  disposition: z.optional(z.record(z.string(), z.int())),
  tags: z.optional(z.record(z.string(), z.string())),
  side_data_list: z.optional(z.array(SideData)),
})
export type ProbedStream = z.infer<typeof ProbedStream>

export const ProbedPacket = z.object({
  stream_index: z.int(),
  pts_time: text,
  dts_time: text,
  duration_time: text,
})
export type ProbedPacket = z.infer<typeof ProbedPacket>

const ProbedFrame = z.object({
  stream_index: z.int(),
  interlaced_frame: whole,
  side_data_list: z.array(SideData).default([]),
})
export type ProbedFrame = z.infer<typeof ProbedFrame>

const Entry = z.discriminatedUnion('type', [
  ProbedPacket.extend({ type: z.literal('packet') }),
  ProbedFrame.extend({ type: z.literal('frame') }),
  z.object({ type: z.literal('subtitle') }),
])

export const FileOutput = z
  .object({
    format: z.object({
      format_name: z.string(),
      start_time: text,
      duration: text,
      probe_score: whole,
      tags: z.optional(z.record(z.string(), z.string())),
    }),
    streams: z.array(ProbedStream).default([]),
    packets_and_frames: z.array(Entry).default([]),
  })
  .transform(({ format, streams, packets_and_frames: entries }) => ({
    format,
    streams,
    packets: entries.filter((entry) => entry.type === 'packet'),
    frames: entries.filter((entry) => entry.type === 'frame') as ProbedFrame[],
  }))
export type FileOutput = z.infer<typeof FileOutput>

export const PacketsOutput = z.object({ packets: z.array(ProbedPacket).default([]) })
export const FramesOutput = z.object({ frames: z.array(ProbedFrame).default([]) })

/** ffprobe writes numbers as strings, and N/A for unknown ones. */
export const numberOf = (given: string | undefined): number | undefined => {
  const value = given === undefined ? Number.NaN : Number.parseFloat(given)
  return Number.isFinite(value) ? value : undefined
}

/** `30000/1001` */
export const ratioOf = (given: string | undefined, between: '/' | ':'): number | undefined => {
  const [over, under] = (given ?? '').split(between).map(Number)
  return over && under && over > 0 && under > 0 ? over / under : undefined
}
