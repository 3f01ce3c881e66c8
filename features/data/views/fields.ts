import type { ColumnKind } from '@playhead/metrics/column-kinds.ts'
import { type ColumnsOfKind, type ViewColumn, viewColumns } from '@playhead/metrics/view-columns.ts'

/** Maps a field of the view detail to the column it shows. */
type Fields = Record<string, ViewColumn>
type ColumnsOf<F extends Fields> = F[keyof F]

/** Columns that the detail shows in another form, or omits. */
const withoutField = [
  'ad_playing_time',
  'aggregate_startup_time',
  'content_playing_time',
  'downscale_percentage',
  'ended',
  'ip_prefix',
  'is_sampled',
  'min_request_throughput',
  'mux_api_version',
  'mux_viewer_id',
  'player_autoplay',
  'player_preload',
  'request_canceled_count',
  'request_count',
  'request_failed_count',
  'retention_days',
  'sample_rate',
  'seek_latency',
  'session_id',
  'upscale_percentage',
  'video_completion_percentage',
  'viewer_id',
] as const satisfies ViewColumn[]

/** Decimal numbers that are sent as text. */
export const decimalFields = {
  ad_break_error_percentage: 'ad_break_error_percentage',
  ad_error_percentage: 'ad_error_percentage',
  ad_exit_before_start_percentage: 'ad_exit_before_start_percentage',
  ad_startup_error_percentage: 'ad_startup_error_percentage',
  buffering_rate: 'rebuffer_frequency',
  latitude: 'latitude',
  longitude: 'longitude',
  playback_score: 'playback_success_score',
  quality_score: 'video_quality_score',
  rebuffer_percentage: 'rebuffer_percentage',
  rebuffering_score: 'rebuffer_score',
  startup_score: 'startup_time_score',
  view_max_downscale_percentage: 'max_downscale_percentage',
  view_max_playhead_position: 'view_max_playhead_position',
  view_max_upscale_percentage: 'max_upscale_percentage',
  view_playing_time: 'playing_time',
  view_total_downscaling: 'view_total_downscaling',
  view_total_upscaling: 'view_total_upscaling',
  viewer_experience_score: 'viewer_experience_score',
} as const satisfies Fields

/** Older names that clients know; these columns have no field under their column name. */
const renamedTexts = {
  country_code: 'country',
  player_source_host_name: 'source_hostname',
  player_source_stream_type: 'stream_type',
  player_source_type: 'source_type',
  video_stream_type: 'stream_type',
  viewer_application_name: 'browser',
  viewer_application_version: 'browser_version',
  viewer_os_family: 'operating_system',
  viewer_os_version: 'operating_system_version',
} as const satisfies Fields

const renamedNumbers = {
  buffering_count: 'rebuffer_count',
  buffering_duration: 'rebuffer_duration',
  time_to_first_frame: 'video_startup_time',
  view_average_request_latency: 'request_latency',
  view_average_request_throughput: 'request_throughput',
  view_max_request_latency: 'max_request_latency',
  view_seek_count: 'seek_count',
  view_seek_duration: 'seek_duration',
} as const satisfies Fields

/** Additional names of columns that also have a field under their column name. */
const secondTexts = { isp: 'asn_name' } as const satisfies Fields
const secondNumbers = {
  player_load_time: 'player_startup_time',
  player_source_height: 'video_source_height',
  player_source_width: 'video_source_width',
  view_error_id: 'error_type_id',
} as const satisfies Fields

type WithoutField = (typeof withoutField)[number]
const alphabetical = new Intl.Collator('en', { numeric: true })

/** Fields for all columns of the given kinds, without the excluded ones, plus the renamed ones. */
const fieldsOf = <Kind extends ColumnKind, Named extends Fields, Excluded extends ViewColumn>(
  kinds: readonly Kind[],
  named: Named,
  excluded: readonly Excluded[],
) => {
  const columns = (Object.keys(viewColumns) as ViewColumn[]).filter(
    (column) =>
      kinds.some((kind) => kind === viewColumns[column]) &&
      ![...withoutField, ...excluded].some((other) => other === column),
  )
  const fields = [...columns.map((column) => [column, column] as const), ...Object.entries(named)]
  return Object.fromEntries(
    fields.toSorted(([one], [other]) => alphabetical.compare(one, other)),
  ) as { readonly [C in Exclude<ColumnsOfKind<Kind>, WithoutField | Excluded>]: C } & Named
}

const columnsOf = <F extends Fields>(fields: F) => Object.values(fields) as ColumnsOf<F>[]

export const textFields = fieldsOf(
  ['text', 'label'],
  { ...renamedTexts, ...secondTexts },
  columnsOf(renamedTexts),
)

export const numberFields = fieldsOf(
  ['count', 'maybeCount', 'maybeNumber', 'errorId'],
  { ...renamedNumbers, ...secondNumbers },
  columnsOf({ ...renamedNumbers, ...decimalFields }),
)

export const flagFields = fieldsOf(['flag'], {}, [])
export const maybeFlagFields = fieldsOf(['maybeFlag'], {}, [])
