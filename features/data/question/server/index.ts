export { firstViewOf } from './first-view-of.ts'
export { asking, measurementOf, metricOf } from './metric-of.ts'
export {
  questionOf,
  type QuestionContext,
  refusalOf,
  refuseHistorical,
  timeframeOf,
} from './question-of.ts'
