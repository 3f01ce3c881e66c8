export { chartFormatOf, formatViews } from './chart-format.ts'
export { useChartState } from './chart-state.tsx'
export { MetricChart, type MetricChartProps } from './metric-chart.tsx'
export { previousLabel, selectedTimeframe, usePreviousQuery } from './previous-question.ts'
export {
  emptyValueOf,
  type QuestionQuery,
  type Timeseries,
  useTimeseries,
} from './use-timeseries.ts'
export { averageDays, earlierTimeframe, type LineComparison } from './use-metric-lines.ts'
