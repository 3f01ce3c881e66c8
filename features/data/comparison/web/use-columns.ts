import { type Dimension } from '@playhead/metrics/dimension.ts'
import { type DimensionId, dimensions } from '@playhead/metrics/dimensions.ts'
import { isDimension } from '@playhead/question-kit/question/predicate.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import {
  useLocation,
  useNavigate,
  useParam,
  useSetSearch,
} from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'

/** METR-089 */
const columnMax = 4
/** METR-089: the column of all views. */
export const allViews = 'All'
/** METR-008: the dimension that the breakdown also starts with. */
const usualDimension: DimensionId = 'browser'

const listOf = (given: string | string[] | undefined) =>
  given === undefined ? [] : Array.isArray(given) ? given : [given]

const isPossible = (id: string | undefined, isHistorical: boolean): id is DimensionId => {
  if (id === undefined || !isDimension(id)) return false
  const dimension: Dimension = dimensions[id]
  return dimension.isBreakdown && (dimension.isBasic || !isHistorical)
}

/** The dimension and the values that the URL compares. METR-087 */
export const useColumns = ({ resolved }: Pick<QuestionState, 'resolved'>) => {
  const given = useParam('dimension')
  const { search } = useLocation()
  const setSearch = useSetSearch()
  const navigate = useNavigate()
  const path = usePath()
  const dimension = isPossible(given, resolved.isHistorical) ? given : usualDimension
  const listed = [...new Set(listOf(search.comparisons))].slice(0, columnMax)
  const values = listed.length > 0 ? listed : [allViews]
  const set = (next: readonly string[]) =>
    setSearch({ comparisons: next.length > 0 ? [...new Set(next)] : undefined })
  return {
    dimension,
    values,
    canAdd: values.length < columnMax,
    add: (value: string) => set([...values, value]),
    change: (place: number, value: string) =>
      set(values.map((one, index) => (index === place ? value : one))),
    remove: (place: number) => set(values.filter((_, index) => index !== place)),
    setDimension: (next: DimensionId) =>
      navigate(path(`compare/${next}`) + stringifySearch({ ...search, comparisons: undefined })),
  }
}

export type Columns = ReturnType<typeof useColumns>
