import type { SubviewType } from '@playhead/metrics/subviews.ts'

export const subviewMeta = (type: SubviewType) => ({
  metric: 'playing_time',
  subview_type: type,
  unit: 'milliseconds',
})
