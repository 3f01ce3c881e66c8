import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { questionQuery, Timeframe } from '@playhead/features/data/filters/contract'

/** Each value is how often that part of the video was played, for each view. */
export const EngagementHeatmap = z.object({
  data: z.object({ value: z.array(z.number()), total_views: z.int(), duration_ms: z.int() }),
  timeframe: Timeframe,
  total_row_count: z.nullable(z.int()),
})

export const EngagementHotspots = z.object({
  data: z.object({
    hotspots: z.array(z.object({ start_ms: z.int(), end_ms: z.int(), score: z.number() })),
    total_views: z.int(),
  }),
  timeframe: Timeframe,
  total_row_count: z.nullable(z.int()),
})

const access = scoped('data:read')
const hotspotsQuery = z.object({
  ...questionQuery,
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
  order_direction: z._default(z.enum(['asc', 'desc']), 'desc'),
})

const heatmap = (path: string, what: string) =>
  get(`${path}/:id/heatmap`, {
    access,
    summary: `How often each part of ${what} was played`,
    params: z.object({ id: z.string() }),
    query: z.object(questionQuery),
    returns: EngagementHeatmap,
  })

const hotspots = (path: string, what: string) =>
  get(`${path}/:id/hotspots`, {
    access,
    summary: `The most or least played moments of ${what}`,
    params: z.object({ id: z.string() }),
    query: hotspotsQuery,
    returns: EngagementHotspots,
  })

const root = '/data/v1/engagement'

export const engagement = endpoints({
  videoHeatmap: heatmap(`${root}/videos`, 'a video'),
  videoHotspots: hotspots(`${root}/videos`, 'a video'),
  assetHeatmap: heatmap(`${root}/assets`, 'an asset'),
  assetHotspots: hotspots(`${root}/assets`, 'an asset'),
  playbackIdHeatmap: heatmap(`${root}/playback-ids`, 'what a playback id plays'),
  playbackIdHotspots: hotspots(`${root}/playback-ids`, 'what a playback id plays'),
})
