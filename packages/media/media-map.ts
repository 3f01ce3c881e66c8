import { z } from 'zod'

/**
 * All that is needed to serve the segments of an asset, stored with its row. Times are ticks of
 * this timescale from the first frame, so that playlists and files agree without rounding.
 */
export const mediaTimescale = 90_000

const rungNames = ['source', '270p', '480p', '720p', '1080p', '1440p', '2160p'] as const
export type RungName = (typeof rungNames)[number]

export const Rung = z.object({
  name: z.enum(rungNames),
  width: z.int(),
  height: z.int(),
  frameRate: z.number(),
  /** The maximum bits per second, as playlists state it. */
  bandwidth: z.int(),
  averageBandwidth: z.int(),
  /** The limit of the encoder, in bits per second of one second; missing in older maps, and where it is copied. */
  maxRate: z.optional(z.int()),
  /** The codec string of a playlist: `avc1.640028`. */
  codecs: z.string(),
  /** If false, it is only offered once it is stored whole. */
  isOnDemand: z.boolean(),
})
export type Rung = z.infer<typeof Rung>

export const MediaMap = z.object({
  version: z.literal(1),
  /** Seconds. */
  duration: z.number(),
  /** Selects the effort of encoders; missing: basic. */
  quality: z.optional(z.enum(['basic', 'plus', 'premium'])),
  /** The part that was cut from the stored source, in seconds of it; missing: all of it. */
  clip: z.optional(z.object({ start: z.number(), end: z.number() })),
  /**
   * It was recorded while it was streamed: picture and sound are stored as whole renditions, there is no source file, and
   * segments are encoded from initialisation part and segment of `source`.
   */
  recordedLive: z.optional(z.literal(true)),
  /**
   * Of a recording, by the name of a rendition: behind each of these segments but the first is a discontinuity, and from there on
   * this initialisation part. A rendition that is not named has no discontinuity. Where a lower rendition has a segment that
   * `source` has not, it goes on as copies: only its initialisation part is another.
   */
  stretches: z.optional(
    z.record(z.string(), z.array(z.object({ firstSegment: z.int(), piece: z.int() }))),
  ),
  /** The same of recordings before those: of the picture alone, the parts one after the other. */
  pieces: z.optional(z.array(z.object({ firstSegment: z.int(), width: z.int(), height: z.int() }))),
  /** Segments that begin without a keyframe, because the group of pictures was too long. */
  openCuts: z.optional(z.array(z.int())),
  video: z.optional(
    z.object({
      /** Stream index in the source. */
      stream: z.int(),
      /** Displayed size, after rotation and pixel aspect. */
      width: z.int(),
      height: z.int(),
      frameRate: z.number(),
      isVariableFrameRate: z.boolean(),
      /** Clockwise rotation to apply to the frames: 0, 90, 180, 270. */
      rotation: z.int(),
      isHdr: z.boolean(),
      isInterlaced: z.optional(z.boolean()),
      /** Each field becomes a frame, beginning with this one; missing in older maps, where both become one. */
      firstField: z.optional(z.enum(['top', 'bottom'])),
      /** Mirrored after the rotation. */
      isMirrored: z.optional(z.boolean()),
      /**
       * The starts of the segments and the end of the last one: exact frame times, ascending, from
       * 0. All renditions share these cuts, so players can switch at each of them.
       */
      cuts: z.array(z.int()),
      /** Cuts at which no frame begins, with the time of the frame that stands there: the source has a gap, or longer sound. */
      holds: z.optional(z.array(z.object({ cut: z.int(), shows: z.int() }))),
      /** Stretches of the source with frames that cannot be read; it is encoded, never copied. */
      damaged: z.optional(z.array(z.object({ start: z.int(), end: z.int() }))),
      /** Presentation time of the first frame in the source, in ticks; subtracted from all times. */
      startTicks: z.int(),
      canCopy: z.boolean(),
      rungs: z.array(Rung),
      /** The copied source, if damage was found in it after players began with it: they may go on, and no further playlist lists it. */
      withdrawn: z.optional(Rung),
    }),
  ),
  audio: z.array(
    z.object({
      /** `audio-0`, `audio-1` …; the first is the default. Stored whole. */
      name: z.string(),
      stream: z.int(),
      language: z.optional(z.string()),
      title: z.optional(z.string()),
      channels: z.int(),
      sampleRate: z.int(),
      codecs: z.string(),
      bandwidth: z.int(),
      /** The source has a codec that players support, and its duration matches its frames. */
      canCopy: z.optional(z.boolean()),
      /** Its packets can be read from the source one by one: it plays before it is stored. */
      isInPlace: z.optional(z.boolean()),
      /** Ticks, as above. Planned times until the rendition is made, then the exact packet times. */
      cuts: z.array(z.int()),
      /** It is encoded, and each part can be encoded separately: it plays before it is stored. */
      pieces: z.optional(
        z.object({
          /** Sample rate of the source. */
          sourceRate: z.int(),
          /** The start of the first packet and the end of the last, in samples at this rate on the file's clock. */
          first: z.int(),
          end: z.int(),
          /** Samples per packet; missing: packets differ, and all their times are exact. */
          packetSamples: z.optional(z.int()),
          /** The number of encoded packets. */
          packets: z.int(),
        }),
      ),
      /** For an asset without video that plays before it is stored: the planned times from which `cuts` follow. */
      plannedCuts: z.optional(z.array(z.int())),
      /** For an asset without video: its start in the source, in ticks. */
      startTicks: z.optional(z.int()),
    }),
  ),
})
export type VideoMap = NonNullable<MediaMap['video']>
/** Also one that playlists no longer list. */
export const rungNamed = ({ rungs, withdrawn }: VideoMap, name: string): Rung | undefined =>
  rungs.find((rung) => rung.name === name) ?? (withdrawn?.name === name ? withdrawn : undefined)

export type AudioMap = MediaMap['audio'][number]
export type MediaMap = z.infer<typeof MediaMap>

/**
 * Byte offsets in a stored rendition: the initialisation segment is [0, offsets[0]), segment n is
 * [offsets[n], offsets[n + 1]).
 */
export const SegmentOffsets = z.array(z.int())
export type SegmentOffsets = z.infer<typeof SegmentOffsets>
