import { z } from 'zod'

/**
 * What is needed to serve an asset by segments, kept with its row. Times are ticks of the
 * timescale from the first frame, so that nothing is rounded between playlist and file.
 */
export const mediaTimescale = 90_000

export const rungNames = ['source', '270p', '480p', '720p', '1080p', '1440p', '2160p'] as const
export type RungName = (typeof rungNames)[number]

export const Rung = z.object({
  name: z.enum(rungNames),
  width: z.int(),
  height: z.int(),
  frameRate: z.number(),
  /** Bits per second at most, as playlists state them. */
  bandwidth: z.int(),
  averageBandwidth: z.int(),
  /** As in a playlist: `avc1.640028`. */
  codecs: z.string(),
  /** False: it is offered only once it is stored as a whole. */
  isOnDemand: z.boolean(),
})
export type Rung = z.infer<typeof Rung>

export const MediaMap = z.object({
  version: z.literal(1),
  /** Seconds of the asset. */
  duration: z.number(),
  /** Decides how long encoders take; absent: basic. */
  quality: z.optional(z.enum(['basic', 'plus', 'premium'])),
  /** What was cut out of the stored source, in seconds of it; absent: all of it. */
  clip: z.optional(z.object({ start: z.number(), end: z.number() })),
  video: z.optional(
    z.object({
      /** Index of the stream in the source. */
      stream: z.int(),
      /** As shown, rotation and pixel shape applied. */
      width: z.int(),
      height: z.int(),
      frameRate: z.number(),
      isVariableFrameRate: z.boolean(),
      /** Clockwise turn that the frames need: 0, 90, 180, 270. */
      rotation: z.int(),
      isHdr: z.boolean(),
      isInterlaced: z.optional(z.boolean()),
      /** Mirrored after it is turned. */
      isMirrored: z.optional(z.boolean()),
      /**
       * Where segments begin, and the end of the last one: real frame times, ascending, first 0.
       * All rungs share these cuts, so players change between them anywhere.
       */
      cuts: z.array(z.int()),
      /** Presentation time of the first frame in the source, in ticks; taken off everything. */
      startTicks: z.int(),
      canCopy: z.boolean(),
      rungs: z.array(Rung),
    }),
  ),
  audio: z.array(
    z.object({
      /** `audio-0`, `audio-1` …; the first is the default. Stored as a whole. */
      name: z.string(),
      stream: z.int(),
      language: z.optional(z.string()),
      title: z.optional(z.string()),
      channels: z.int(),
      sampleRate: z.int(),
      codecs: z.string(),
      bandwidth: z.int(),
      /** The source holds what players take, and it lasts as its frames say. */
      canCopy: z.optional(z.boolean()),
      /** Its packets are where they can be taken from the source one by one: it plays before it is stored. */
      isInPlace: z.optional(z.boolean()),
      /** Ticks, as above. Planned until the rendition is made, then the places of its frames. */
      cuts: z.array(z.int()),
      /** It is encoded, and any part of it can be encoded for itself: it plays before it is stored. */
      pieces: z.optional(
        z.object({
          /** Samples a second of the source. */
          sourceRate: z.int(),
          /** When its first packet is heard, and when the last one ends, in those samples as the file counts time. */
          first: z.int(),
          end: z.int(),
          /** Samples of each packet; absent: they differ, and the times of all of them are exact. */
          packetSamples: z.optional(z.int()),
          /** How many packets are made of it. */
          packets: z.int(),
        }),
      ),
      /** Of an asset without video that plays before it is stored: the places from which `cuts` were found. */
      plannedCuts: z.optional(z.array(z.int())),
      /** Of an asset without video: when it begins in the source, in ticks. */
      startTicks: z.optional(z.int()),
    }),
  ),
})
export type VideoMap = NonNullable<MediaMap['video']>
export type AudioMap = MediaMap['audio'][number]
export type MediaMap = z.infer<typeof MediaMap>

/** Byte places inside a stored rendition: the initialisation part is [0, offsets[0]), segment n [offsets[n], offsets[n + 1]). */
export const SegmentOffsets = z.array(z.int())
export type SegmentOffsets = z.infer<typeof SegmentOffsets>
