import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { Page } from '@playhead/contract-kit/paging.ts'
import { questionQuery, Timeframe } from '@playhead/question-contract/question-query.ts'
import { decimalFields, flagFields, maybeFlagFields, numberFields, textFields } from './fields.ts'

/** VIEW-011. The score is a number here and a decimal text in the detail, as clients expect. */
export const ListedView = z.object({
  id: z.string(),
  country_code: z.nullable(z.string()),
  error_type_id: z.nullable(z.number()),
  playback_failure: z.boolean(),
  player_error_code: z.nullable(z.string()),
  player_error_message: z.nullable(z.string()),
  total_row_count: z.int(),
  video_title: z.nullable(z.string()),
  view_end: z.iso.datetime(),
  view_start: z.iso.datetime(),
  viewer_application_name: z.nullable(z.string()),
  viewer_experience_score: z.nullable(z.number()),
  viewer_os_family: z.nullable(z.string()),
  watch_time: z.nullable(z.number()),
})

const each = <Name extends string, S extends z.ZodMiniType>(names: readonly Name[], schema: S) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, S>

/** Times are milliseconds since 1970; the playhead is in milliseconds. VIEW-015 */
const ViewEvent = z.object({
  name: z.string(),
  viewer_time: z.number(),
  event_time: z.number(),
  playback_time: z.number(),
  details: z.record(z.string(), z.unknown()),
})

/** VIEW-012 */
export const ViewDetail = z.object({
  id: z.string(),
  view_id: z.string(),
  environment_id: z.uuid(),
  property_id: z.int(),
  view_start: z.iso.datetime(),
  view_end: z.iso.datetime(),
  inserted_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  short_time: z.string(),
  mux_api_version: z.string(),
  mux_viewer_id: z.string(),
  session_id: z.string(),
  country_name: z.nullable(z.string()),
  metro: z.nullable(z.string()),
  platform_description: z.nullable(z.string()),
  platform_summary: z.nullable(z.string()),
  player_autoplay: z.boolean(),
  player_preload: z.boolean(),
  video_cdn_trace: z.array(z.string()),
  events: z.array(ViewEvent),
  ...each(Object.keys(textFields) as (keyof typeof textFields)[], z.nullable(z.string())),
  ...each(Object.keys(numberFields) as (keyof typeof numberFields)[], z.nullable(z.number())),
  ...each(Object.keys(decimalFields) as (keyof typeof decimalFields)[], z.nullable(z.string())),
  ...each(Object.keys(flagFields) as (keyof typeof flagFields)[], z.boolean()),
  ...each(
    Object.keys(maybeFlagFields) as (keyof typeof maybeFlagFields)[],
    z.nullable(z.boolean()),
  ),
})

export const views = endpoints({
  list: get('/data/v1/video-views', {
    access: scoped('data:read'),
    summary: 'Views that ended in the timeframe, newest first',
    query: z.object({
      ...Page,
      ...questionQuery,
      /** The id of an error, or `any` for views with any error. */
      error_id: z.optional(z.string()),
      viewer_id: z.optional(z.string()),
      /** The id of a view or a viewer, or a part of a title. */
      search: z.optional(z.string().check(z.maxLength(200))),
      order_direction: z._default(z.enum(['asc', 'desc']), 'desc'),
    }),
    returns: z.object({
      data: z.array(ListedView),
      total_row_count: z.int(),
      timeframe: Timeframe,
      page: z.int(),
      limit: z.int(),
    }),
  }),
  retrieve: get('/data/v1/video-views/:id', {
    access: scoped('data:read'),
    summary: 'Everything about one view, event by event',
    params: z.object({ id: z.string() }),
    returns: z.object({
      data: ViewDetail,
      timeframe: Timeframe,
      total_row_count: z.nullable(z.int()),
    }),
  }),
})
