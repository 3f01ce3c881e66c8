export { MetricChart, type MetricChartProps } from './metric-chart.tsx'
export { previousLabel, previousQuery, usePreviousQuery } from './previous-question.ts'
export { type QuestionQuery, type Timeseries, useTimeseries } from './use-timeseries.ts'
