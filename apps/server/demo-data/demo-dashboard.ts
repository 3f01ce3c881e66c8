import type { addDashboard } from '@playhead/features/data/custom-dashboards/server'

type Dashboard = Parameters<typeof addDashboard>[3]
type Widget = Dashboard['dashboard_contents']['widgets'][string]

const unfiltered = { dimension_filters: [], metric_filters: [] }

/** In the row of numbers, compared with the day before. */
const number = (column: number, metric: string, name: string): Widget => ({
  ...unfiltered,
  display_name: name,
  type: 'metric',
  metric,
  position: { row: 0, column, row_span: 1, column_span: 1 },
  comparison_timeframe: 1,
})

const half = (row: number, column: 0 | 3) => ({ row, column, row_span: 1, column_span: 3 })

/** What somebody who is responsible for the service looks at first. */
export const morningCheck: Dashboard = {
  display_name: 'Morning check',
  timeframe_start: 'Last 24 hours',
  dashboard_contents: {
    widgets: {
      views: number(0, 'views', 'Views'),
      viewers: number(1, 'unique_viewers', 'Viewers'),
      score: number(2, 'viewer_experience_score', 'Viewer Experience Score'),
      failures: number(3, 'playback_failure_percentage', 'Playback failures'),
      startup: number(4, 'video_startup_time', 'Startup time'),
      rebuffering: number(5, 'rebuffer_percentage', 'Rebuffering'),
      score_over_time: {
        ...unfiltered,
        display_name: 'Viewer Experience Score by hour',
        type: 'timeseries',
        metric: 'viewer_experience_score',
        position: half(0, 0),
      },
      failures_over_time: {
        ...unfiltered,
        display_name: 'Playback failures by hour',
        type: 'timeseries',
        metric: 'playback_failure_percentage',
        position: half(0, 3),
      },
      rebuffering_by_cdn: {
        ...unfiltered,
        display_name: 'Rebuffering by CDN',
        type: 'bars',
        metric: 'rebuffer_percentage',
        dimension: 'cdn',
        position: half(1, 0),
      },
      failures_by_release: {
        ...unfiltered,
        display_name: 'Playback failures by app release',
        type: 'list',
        metric: 'playback_failure_percentage',
        dimension: 'custom_3',
        position: half(1, 3),
      },
    },
    global_dimension_filters: [],
    global_metric_filters: [],
  },
}
