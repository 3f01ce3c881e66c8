import { randomUUID } from 'node:crypto'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { emptyViewRow } from '@playhead/metrics/empty-view-row.ts'
import { type ViewColumn, viewColumns, type ViewRow } from '@playhead/metrics/view-columns.ts'

const minuteMs = 60_000
let written = 0

/** A healthy view of one minute that ended five minutes ago; `given` overrides what matters to the test. */
export const aViewRow = (environment: { id: string }, given: Partial<ViewRow> = {}): ViewRow => {
  const now = Date.now()
  const watchTime = given.watch_time ?? minuteMs
  const playingTime = Math.max(watchTime - 1000, 0)
  const viewEnd =
    given.view_end ??
    (given.view_start === undefined ? now - 5 * minuteMs : given.view_start + watchTime)
  return {
    ...emptyViewRow,
    environment_id: environment.id,
    view_id: randomUUID(),
    view_start: viewEnd - watchTime,
    view_end: viewEnd,
    version: ++written,
    retention_days: 395,
    inserted_at: now,
    updated_at: now,
    video_id: 'video-1',
    video_title: 'Big Buck Bunny',
    stream_type: 'on-demand',
    source_type: 'application/x-mpegurl',
    video_duration: 600_000,
    player_name: 'Main player',
    player_software: 'HLS.js',
    mux_embed: 'mux-embed',
    mux_embed_version: '5.19.0',
    mux_api_version: '2.1',
    player_instance_id: 'player-1',
    player_playback_mode: 'standard',
    viewer_id: 'viewer-1',
    mux_viewer_id: 'viewer-1',
    session_id: 'session-1',
    viewer_device_category: 'desktop',
    operating_system: 'macOS',
    browser: 'Chrome',
    country: 'US',
    watch_time: watchTime,
    playing_time: playingTime,
    content_playing_time: playingTime,
    view_total_content_playback_time: playingTime,
    video_startup_time: 1000,
    view_content_startup_time: 1000,
    rebuffer_count: 0,
    rebuffer_duration: 0,
    rebuffer_frequency: 0,
    rebuffer_percentage: 0,
    playback_success_score: 1,
    startup_time_score: 0.889,
    rebuffer_score: 1,
    video_quality_score: 1,
    viewer_experience_score: 0.96,
    watched: true,
    ...given,
  }
}

const momentColumns = (Object.keys(viewColumns) as ViewColumn[]).filter(
  (column) => viewColumns[column] === 'moment',
)

/** Timestamps as the table reads them. */
const stored = (row: ViewRow): object => ({
  ...row,
  ...Object.fromEntries(
    momentColumns.map((column) => [column, new Date(row[column] as number).toISOString()]),
  ),
})

/**
 * Writes complete rows of `views` for one environment: `const addViews = aViewFactory(clickhouse, environment)`, then
 * `await addViews({ country: 'DE' }, { country: null })`. Returns the written rows.
 */
export const aViewFactory =
  (clickhouse: ClickHouse, environment: { id: string }) =>
  async (...given: Partial<ViewRow>[]): Promise<ViewRow[]> => {
    const rows = given.map((one) => aViewRow(environment, one))
    await clickhouse.insert('views', rows.map(stored))
    return rows
  }
