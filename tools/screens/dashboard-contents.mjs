const widget = (display_name, type, metric, [row, column, row_span, column_span], more = {}) => ({
  display_name,
  type,
  metric,
  dimension_filters: [],
  metric_filters: [],
  position: { row, column, row_span, column_span },
  ...more,
})

const number = (name, metric, column) =>
  widget(name, 'metric', metric, [0, column, 1, 1], { comparison_timeframe: 7 })

/** A typical dashboard: numbers, their trends over time, and locations. */
export const dashboardContents = {
  widgets: {
    views: number('Views', 'views', 0),
    score: number('Experience', 'viewer_experience_score', 1),
    failures: number('Failures', 'playback_failure_percentage', 2),
    stalls: number('Rebuffering', 'rebuffer_percentage', 3),
    overTime: widget('Rebuffering over time', 'timeseries', 'rebuffer_percentage', [0, 0, 1, 3], {
      comparison_timeframe: 7,
    }),
    viewers: widget('Unique viewers', 'timeseries', 'unique_viewers', [0, 3, 1, 3]),
    cdns: widget('Startup by CDN', 'bars', 'video_startup_time', [1, 0, 1, 3], {
      dimension: 'cdn',
      measurement: 'median',
    }),
    titles: widget('Most watched', 'list', 'views', [1, 3, 1, 3], { dimension: 'video_title' }),
  },
  global_dimension_filters: [],
  global_metric_filters: [],
}
