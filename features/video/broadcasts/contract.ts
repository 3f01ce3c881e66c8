import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'

export const healthLimits = {
  /** Without a start time the response begins so long ago. */
  defaultSeconds: 1_800,
  /** A longer range has fewer points, each the mean of its step. */
  pointsMax: 720,
} as const

/** Over the last ten seconds; `silent` after three seconds without data, `disconnected` while the encoder is away. */
export const healthStatuses = ['excellent', 'good', 'poor', 'silent', 'disconnected'] as const
export type HealthStatus = (typeof healthStatuses)[number]

export const findingTypes = [
  'slow_keyframes',
  'uneven_bitrate',
  'slow_upload',
  'lost_frames',
  'sound_apart',
  'no_sound',
  'no_picture',
  'unusual_sound',
  'variable_frame_rate',
  'size_changed',
  'unordered_frames',
  'more_tracks',
] as const
export type FindingType = (typeof findingTypes)[number]

const figure = z.nullable(z.number())

/** What the encoder sent in one step; null for what is not known. A step without data is left out. */
export const HealthPoint = z.object({
  time: z.iso.datetime(),
  video_kbps: figure,
  audio_kbps: figure,
  frame_rate: figure,
  expected_frame_rate: figure,
  keyframe_interval_ms: figure,
  dropped_frames: figure,
  /** Positive: sound is behind the picture. */
  av_drift_ms: figure,
  clock_drift_ms: figure,
  jitter_ms: figure,
  longest_silence_ms: figure,
  rtt_ms: z.optional(figure),
  lost: z.optional(figure),
  retransmitted: z.optional(figure),
  too_late: z.optional(figure),
})

/** One thing that is wrong, in a sentence for people, with what to change. */
export const Advice = z.object({
  type: z.enum(findingTypes),
  message: z.string(),
  since: z.nullable(z.iso.datetime()),
})

/** The names that the screens know; a program may send others. `protocol` is `rtmp`, `rtmps` or `srt`. */
export const metadataNames = [
  'encoder',
  'protocol',
  'video_codec',
  'video_profile',
  'width',
  'height',
  'frame_rate',
  'video_kbps',
  'audio_codec',
  'sample_rate',
  'channels',
  'audio_kbps',
  'keyframe_interval_ms',
  /** ISO 8601, of the connection that is sending now. */
  'connected_at',
  /** How often the encoder came back into this broadcast, and for how long it was away in all. */
  'reconnects',
  'away_seconds',
] as const
export type MetadataName = (typeof metadataNames)[number]

const MetadataEntry = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number()]),
})

/** An encoder that was sent away, with the words that it was given. */
export const Refusal = z.object({
  id: z.uuid(),
  created_at: z.iso.datetime(),
  reason: z.string(),
  message: z.string(),
  protocol: z.enum(['rtmp', 'rtmps', 'srt']),
  /** The network of the encoder, such as `203.0.113.0/24`. */
  network: z.string(),
})

/** One encoder connected once. */
export const EncoderConnection = z.object({
  id: z.uuid(),
  /** The recording of its broadcast. */
  asset_id: z.uuid(),
  protocol: z.enum(['rtmp', 'rtmps', 'srt']),
  /** As it says it, such as `Lavf61.7.100`. */
  encoder: z.nullable(z.string()),
  /** Such as `203.0.113.0/24`. */
  network: z.string(),
  connected_at: z.iso.datetime(),
  /** Null while it is connected. */
  left_at: z.nullable(z.iso.datetime()),
  /** False if the end of the broadcast ended it. */
  was_lost: z.nullable(z.boolean()),
  /** Viewers saw the slate after it was lost. */
  showed_slate: z.boolean(),
})

const params = z.object({ id: ref('live_stream') })
const access = scoped('video:read')

export const broadcasts = endpoints({
  streamHealth: get('/video/v1/live-streams/:id/stream-health', {
    access,
    summary: 'What the encoder of a live stream sent over time, and what to change',
    params,
    query: z.object({
      /** Epoch seconds; without it, the last 30 minutes. */
      start_time: z.optional(z.number().check(z.minimum(0), z.maximum(253_402_300_799))),
    }),
    returns: z.object({
      data: z.array(HealthPoint),
      /** Null when nothing was sent in the time that is asked for. */
      status: z.nullable(z.enum(healthStatuses)),
      advice: z.array(Advice),
      /** The distance of two points; a larger one is a gap. */
      step_seconds: z.number(),
    }),
  }),
  streamMetadata: get('/video/v1/live-streams/:id/stream-metadata', {
    access,
    summary: 'What the encoder of a live stream said about its stream; empty without a broadcast',
    params,
    returns: dataOf(z.array(MetadataEntry)),
  }),
  refusals: get('/ui/v1/live-streams/:id/refusals', {
    access,
    summary: 'Encoders that were refused in the last seven days, newest first, with reasons',
    params,
    returns: dataOf(z.array(Refusal)),
  }),
  connections: get('/ui/v1/live-streams/:id/connections', {
    access,
    summary: 'Encoders that connected in the last 30 days, the newest 100, newest first',
    params,
    returns: dataOf(z.array(EncoderConnection)),
  }),
  ingest: get('/ui/v1/live-ingest', {
    access,
    summary: 'The addresses that encoders connect to; a protocol that is off is left out',
    returns: dataOf(
      z.array(
        z.object({
          protocol: z.enum(['rtmp', 'rtmps', 'srt']),
          url: z.string(),
          /** Encoders on other machines than the server's own cannot connect. */
          local_only: z.boolean(),
        }),
      ),
    ),
  }),
})
