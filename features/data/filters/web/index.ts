export { CopyLinkButton } from './copy-link-button.tsx'
export { useQuestion, type QuestionState } from './use-question.ts'
export {
  type Question,
  questionQueryOf,
  questionSearch,
  rangeBefore,
  withPredicate,
} from './question.ts'
export {
  isDimension,
  type MetricPredicate,
  parseMetricPredicate,
  parsePredicate,
  type Predicate,
  writeMetricPredicate,
  writePredicate,
} from './predicate.ts'
export {
  defaultTimeframe,
  type Range,
  rangeOf,
  type ResolvedTimeframe,
  resolveTimeframe,
  retentionDaysOf,
} from './timeframe.ts'
