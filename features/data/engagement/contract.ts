import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { Page, pageLimits } from '@playhead/contract-kit/paging.ts'
import { questionQuery, Timeframe } from '@playhead/question-contract/question-query.ts'

export const engagementLimits = {
  /** ENGA-018 */
  pageSize: 20,
  /** ENGA-019 */
  chartMax: 7,
} as const

/** ENGA-005: the same list as engagement-choices in the metrics package. */
const dimensionIds = [
  'video_title',
  'viewer_device_category',
  'country',
  'operating_system',
  'video_creator_id',
  'player_name',
  'video_id',
  'page_type',
] as const

const number = z.nullable(z.number())

/** ENGA-006; times are milliseconds, percentages fractions of 1. */
const numbers = {
  views: z.int(),
  unique_viewers: z.nullable(z.int()),
  total_playing_time: number,
  avg_playing_time: number,
  video_completion_percentage: number,
}

/** Each value is how often that part of the video was played, per view. */
const EngagementHeatmap = z.object({
  data: z.object({ value: z.array(z.number()), total_views: z.int(), duration_ms: z.int() }),
  timeframe: Timeframe,
  total_row_count: z.nullable(z.int()),
})

const hotspotList = z.array(z.object({ start_ms: z.int(), end_ms: z.int(), score: z.number() }))

const EngagementHotspots = z.object({
  data: z.object({
    hotspots: hotspotList,
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

const breakdown = get('/ui/v1/engagement/breakdown', {
  access,
  summary: 'All numbers of engagement for each value of a dimension, and of all views together',
  query: z.object({
    ...questionQuery,
    ...Page,
    limit: z._default(
      z.int().check(z.minimum(1), z.maximum(pageLimits.maxLimit)),
      engagementLimits.pageSize,
    ),
    dimension: z._default(z.enum(dimensionIds), 'viewer_device_category'),
    order_by: z._default(
      z.enum([
        'views',
        'unique_viewers',
        'total_playing_time',
        'avg_playing_time',
        'video_completion_percentage',
        'field',
      ]),
      'views',
    ),
    order_direction: z._default(z.enum(['asc', 'desc']), 'desc'),
    /** Only the rows of these values; `__null__` and `__empty__` as in filters. */
    values: z.optional(z.array(z.string()).check(z.maxLength(pageLimits.maxLimit))),
  }),
  returns: z.object({
    data: z.array(z.object({ field: z.nullable(z.string()), ...numbers })),
    total: z.object(numbers),
    timeframe: Timeframe,
    total_row_count: z.int(),
    page: z.int(),
    limit: z.int(),
  }),
})

/** Which parts were watched: of all videos with a title, or of one asset. */
const course = get('/ui/v1/engagement/course', {
  access,
  summary: 'How often each part of a title or an asset was played, and its most played moments',
  query: z.object({
    ...questionQuery,
    subject: z.enum(['video_title', 'asset_id']),
    id: z.string(),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 3),
  }),
  returns: z.object({
    data: z.object({
      value: z.array(z.number()),
      hotspots: hotspotList,
      total_views: z.int(),
      duration_ms: z.int(),
    }),
    timeframe: Timeframe,
    total_row_count: z.nullable(z.int()),
  }),
})

const root = '/data/v1/engagement'

export const engagement = endpoints({
  breakdown,
  course,
  videoHeatmap: heatmap(`${root}/videos`, 'a video'),
  videoHotspots: hotspots(`${root}/videos`, 'a video'),
  assetHeatmap: heatmap(`${root}/assets`, 'an asset'),
  assetHotspots: hotspots(`${root}/assets`, 'an asset'),
  playbackIdHeatmap: heatmap(`${root}/playback-ids`, 'what a playback id plays'),
  playbackIdHotspots: hotspots(`${root}/playback-ids`, 'what a playback id plays'),
})
