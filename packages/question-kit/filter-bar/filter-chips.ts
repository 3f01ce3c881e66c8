import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { displayValue } from '../dimensions/display-value.ts'
import { type Predicate, valueOfPredicate } from '../question/predicate.ts'

/** METR-052: a predicate with its readable text. */
interface FilterChip {
  dimension: DimensionId
  displayName: string
  text: string
  predicates: readonly Predicate[]
}

const groupBy = <Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key) => {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return [...groups]
}

const shownMax = 3

const joined = (texts: readonly string[]) =>
  texts.length > shownMax
    ? `${texts.slice(0, shownMax - 1).join(', ')} and ${texts.length - shownMax + 1} more`
    : texts.join(', ')

const verbOf = ({ isMember, isExcluded }: Predicate) => {
  if (isMember) return isExcluded ? 'doesn’t include' : 'includes'
  return isExcluded ? 'is not' : 'is'
}

export const predicateText = (predicate: Predicate) =>
  displayValue(predicate.dimension, valueOfPredicate(predicate.value))

const textOf = (predicates: readonly Predicate[]) =>
  groupBy(predicates, verbOf)
    .map(([verb, ones]) => `${verb} ${joined(ones.map(predicateText))}`)
    .join(' or ')

/** One chip per dimension, in the order they were added. */
export const filterChips = (
  predicates: readonly Predicate[],
  nameOf: (id: DimensionId) => string,
): FilterChip[] =>
  groupBy(predicates, ({ dimension }) => dimension).map(([dimension, ones]) => ({
    dimension,
    displayName: nameOf(dimension),
    text: textOf(ones),
    predicates: ones,
  }))
