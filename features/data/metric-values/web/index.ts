export { ChangePill, ChangeText, DifferenceText } from './change-pill.tsx'
export {
  type Change,
  changeOf,
  isCountingErrors,
  measurementNames,
  valueParts,
  viewsLabelOf,
} from './metric-names.ts'
