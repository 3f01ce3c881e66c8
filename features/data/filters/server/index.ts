export { questionOf, type QuestionContext, refusalOf, timeframeOf } from './question-of.ts'
