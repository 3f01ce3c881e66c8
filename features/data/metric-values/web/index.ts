export { ChangePill, ChangeText, DifferenceText } from './change-pill.tsx'
export {
  type Change,
  changeOf,
  isCountingErrors,
  measurementNames,
  valueParts,
  viewsLabelOf,
} from './metric-names.ts'
export { viewsTitleOf, ViewsWithValue } from './views-with-value.tsx'
