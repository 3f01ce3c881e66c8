import type { SubviewRow } from '@playhead/analytics/subviews/ask-subviews.sql.ts'

export const presentSubview = ({ value, playingTime, share }: SubviewRow) => ({
  breakdown_value: value,
  metric_value: playingTime,
  percentage: share,
})
