import { subviewMetrics, type SubviewType } from '@playhead/metrics/subviews.ts'

const metric = 'playing_time' satisfies keyof typeof subviewMetrics

export const subviewMeta = (type: SubviewType) => ({
  metric,
  subview_type: type,
  unit: subviewMetrics[metric].unit,
})
