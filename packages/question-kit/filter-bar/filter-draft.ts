import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import {
  parsePredicate,
  type Predicate,
  predicateValue,
  writePredicate,
} from '../question/predicate.ts'
import { withoutPredicates, withPredicate } from '../question/question.ts'

/** The choice in the dialog, until it is applied. METR-054 */
export interface FilterDraft {
  predicates: readonly Predicate[]
  /** Excluded dimensions, also those without a value yet. METR-064 */
  excluded: readonly DimensionId[]
}

export const isExcludedIn = ({ predicates, excluded }: FilterDraft, dimension: DimensionId) =>
  predicates.find((one) => one.dimension === dimension)?.isExcluded ?? excluded.includes(dimension)

const predicateOf = (
  draft: FilterDraft,
  dimension: DimensionId,
  value: string | null,
): Predicate[] =>
  parsePredicate(`${dimension}:${predicateValue(value)}`).map((one) => ({
    ...one,
    isExcluded: isExcludedIn(draft, dimension),
  }))

const isSame = (one: Predicate, other: Predicate) => writePredicate(one) === writePredicate(other)

export const isChosen = (draft: FilterDraft, dimension: DimensionId, value: string | null) =>
  predicateOf(draft, dimension, value).some((wanted) =>
    draft.predicates.some((one) => isSame(one, wanted)),
  )

export const withValues = (
  draft: FilterDraft,
  dimension: DimensionId,
  values: readonly (string | null)[],
): FilterDraft => ({
  ...draft,
  predicates: values
    .flatMap((value) => predicateOf(draft, dimension, value))
    .filter((wanted) => !draft.predicates.some((one) => isSame(one, wanted)))
    .reduce(withPredicate, draft.predicates),
})

/** METR-068: removing a country also removes its regions. */
export const withoutPredicate = (draft: FilterDraft, removed: Predicate): FilterDraft => ({
  excluded: removed.isExcluded ? [...draft.excluded, removed.dimension] : draft.excluded,
  predicates: withoutPredicates(draft.predicates, (one) => isSame(one, removed)),
})

export const withValueToggled = (
  draft: FilterDraft,
  dimension: DimensionId,
  value: string | null,
): FilterDraft => {
  const [predicate] = predicateOf(draft, dimension, value)
  if (!predicate) return draft
  return isChosen(draft, dimension, value)
    ? withoutPredicate(draft, predicate)
    : withValues(draft, dimension, [value])
}

/** METR-064 */
export const withExcluded = (
  { predicates, excluded }: FilterDraft,
  dimension: DimensionId,
  isExcluded: boolean,
): FilterDraft => ({
  excluded: [...excluded.filter((one) => one !== dimension), ...(isExcluded ? [dimension] : [])],
  predicates: predicates.map((one) => (one.dimension === dimension ? { ...one, isExcluded } : one)),
})
