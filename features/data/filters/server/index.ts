export {
  questionOf,
  type QuestionContext,
  refusalOf,
  refuseHistorical,
  timeframeOf,
} from './question-of.ts'
