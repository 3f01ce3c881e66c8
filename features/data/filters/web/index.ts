export { DimensionList, type DimensionListProps } from './dimension-list.tsx'
export type { DimensionEntry, DimensionGroup } from './dimension-groups.ts'
export { dimensionName, displayValue, isMissing } from './display-value.ts'
export { FilterBar } from './filter-bar.tsx'
export { FilterableValue } from './filterable-value.tsx'
export { displayMetricPredicate, operatorSigns } from './metric-filter-value.ts'
export { filterChips, predicateText } from './filter-chips.ts'
export { type Dimensions, useDimensionName, useDimensions } from './use-dimensions.ts'
export { CopyLinkButton } from './copy-link-button.tsx'
export { TimeframePicker } from './timeframe-picker.tsx'
export { timeframeWords } from './timeframe-words.ts'
export { useQuestion, type QuestionState } from './use-question.ts'
export {
  type Question,
  questionQueryOf,
  questionSearch,
  rangeBefore,
  readQuestion,
  withoutPredicates,
  withPredicate,
} from './question.ts'
export {
  isDimension,
  type MetricPredicate,
  parseMetricPredicate,
  parsePredicate,
  predicateValue,
  valueOfPredicate,
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
