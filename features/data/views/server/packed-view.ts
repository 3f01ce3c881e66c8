import { type ViewColumn, viewColumns } from '@playhead/metrics/view-columns.ts'
import { z } from 'zod'

const keyColumns = [
  'environment_id',
  'view_id',
  'view_end',
  'version',
  'is_deleted',
] satisfies ViewColumn[] as readonly string[]

/** Documents, and values that hardly ever repeat: a copy would take as much room as they do. */
const unrepeatedColumns = [
  'player_source_url',
  'player_instance_id',
  'viewer_id',
  'mux_viewer_id',
  'session_id',
  'ip_prefix',
  'page_url',
  'watch_time',
  'playing_time',
  'content_playing_time',
  'view_total_content_playback_time',
  'view_max_playhead_position',
  'video_completion_percentage',
  'errors',
  'startup_time_score',
  'video_quality_score',
  'aggregate_startup_time',
  'seek_latency',
  'upscale_percentage',
  'downscale_percentage',
  'max_upscale_percentage',
  'max_downscale_percentage',
  'weighted_average_bitrate',
  'request_latency',
  'max_request_latency',
  'request_throughput',
  'playback_ranges',
  'renditions',
  'playback_modes',
  'timeline',
] satisfies ViewColumn[] as readonly string[]

const columns = Object.keys(viewColumns) as ViewColumn[]

/** In the order in which `view_rows` packs them; a test holds the migration against it. */
export const packedColumns = columns.filter(
  (column) => !keyColumns.includes(column) && !unrepeatedColumns.includes(column),
)
export const loneColumns = columns.filter((column) => !packedColumns.includes(column))

const Packed = z.array(z.unknown()).length(packedColumns.length)

/** Values as the table gives them: moments as ISO text, ids of errors as numbers however the engine wrote them. */
export function unpackView(packed: string): Record<string, unknown> {
  const values = Packed.parse(JSON.parse(packed))
  return Object.fromEntries(
    packedColumns.map((column, index) => [column, valueOf(column, values[index])]),
  )
}

function valueOf(column: ViewColumn, value: unknown): unknown {
  if (viewColumns[column] === 'moment') return new Date(Number(value)).toISOString()
  if (viewColumns[column] === 'errorId') return value === null ? null : Number(value)
  return value
}
