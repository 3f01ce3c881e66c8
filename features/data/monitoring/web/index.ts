export { chartFormatOf, toneOfMetric } from './data/metric-values.ts'
export { liveFilterSource } from './data/live-values.ts'
export { ofEndedViews } from './ended-views.ts'
export { valueText } from './data/value-text.ts'
