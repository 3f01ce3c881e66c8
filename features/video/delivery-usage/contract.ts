import { z } from 'zod/mini'
import { endpoints, get, put } from '@playhead/contract-kit/define.ts'
import { admin, scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { videoQualities } from '@playhead/domain/flags.ts'
import { resolutionTiers } from '@playhead/domain/video.ts'
import { questionQuery, Timeframe } from '@playhead/question-contract/question-query.ts'

const deliveryUsageLimits = { defaultLimit: 100, maxLimit: 100 } as const

/** What one asset delivered to viewers within a timeframe. */
const DeliveryReport = z.object({
  asset_id: z.string(),
  /** Unix seconds as text. */
  created_at: z.string(),
  deleted_at: z.optional(z.string()),
  asset_state: z.enum(['ready', 'errored', 'deleted']),
  asset_duration: z.number(),
  asset_resolution_tier: z.enum(resolutionTiers),
  asset_video_quality: z.enum(videoQualities),
  asset_encoding_tier: z.enum(['smart', 'baseline', 'premium']),
  live_stream_id: z.optional(z.string()),
  passthrough: z.optional(z.string()),
  delivered_seconds: z.number(),
  delivered_seconds_by_resolution: z.object({
    tier_audio_only: z.optional(z.number()),
    tier_720p: z.optional(z.number()),
    tier_1080p: z.optional(z.number()),
    tier_1440p: z.optional(z.number()),
    tier_2160p: z.optional(z.number()),
  }),
})

/** For people, in minutes: stored, encoded and delivered video of one asset. */
const AssetUsage = z.object({
  stored_minutes: z.number(),
  stored_bytes: z.number(),
  encoded_minutes: z.number(),
  delivered_minutes: z.number(),
  delivered_bytes: z.number(),
})

export const deliverySources = ['video', 'views'] as const

/** What the delivered seconds of an environment are counted from. */
export const DeliverySource = z.object({
  /** `video`: what this server handed out. `views`: what was played in hosted views. */
  source: z.enum(deliverySources),
  /** Null if it was never changed. */
  since: z.nullable(z.iso.datetime()),
  /** A change that takes effect with the next hour. */
  next: z.nullable(z.object({ source: z.enum(deliverySources), from: z.iso.datetime() })),
})

export const deliveryUsage = endpoints({
  list: get('/video/v1/delivery-usage', {
    access: scoped('video:read'),
    summary:
      'Seconds of video delivered to viewers by asset, most first; by default of the hour from 13 to 12 hours ago',
    query: z.object({
      page: Page.page,
      limit: z._default(
        z.int().check(z.minimum(1), z.maximum(deliveryUsageLimits.maxLimit)),
        deliveryUsageLimits.defaultLimit,
      ),
      asset_id: z.optional(z.string().check(z.maxLength(64))),
      live_stream_id: z.optional(z.string().check(z.maxLength(64))),
      timeframe: questionQuery.timeframe,
    }),
    returns: z.object({
      data: z.array(DeliveryReport),
      timeframe: Timeframe,
      page: z.int(),
      limit: z.int(),
      total_row_count: z.int(),
    }),
  }),
  ofAsset: get('/ui/v1/assets/:id/usage', {
    access: scoped('video:read'),
    summary: 'Minutes of an asset that are stored, were encoded and were delivered',
    params: z.object({ id: ref('asset') }),
    returns: dataOf(AssetUsage),
  }),
  retrieveSource: get('/ui/v1/environments/:id/delivery-source', {
    access: admin,
    summary: 'What the delivered seconds of an environment are counted from',
    params: z.object({ id: ref('environment') }),
    returns: dataOf(DeliverySource),
  }),
  updateSource: put('/ui/v1/environments/:id/delivery-source', {
    access: admin,
    summary: 'Count delivered seconds from video or from views; takes effect with the next hour',
    params: z.object({ id: ref('environment') }),
    body: z.object({ delivery: z.object({ source: z.enum(deliverySources) }) }),
    returns: dataOf(DeliverySource),
  }),
})
