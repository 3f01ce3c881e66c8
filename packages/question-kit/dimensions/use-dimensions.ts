import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { customDimensionIds, type DimensionId } from '@playhead/metrics/dimensions.ts'
import { dimensionQuestions } from '@playhead/question-contract/dimension-questions.ts'
import { userSettings } from '@playhead/question-contract/user-settings.ts'
import { queryClient } from '@playhead/web-kit/queries/query-client.ts'
import { invalidate, query, useCall } from '@playhead/web-kit/queries/query.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { type DimensionEntry, groupDimensions, isOfferedTo, withStar } from './dimension-groups.ts'
import { dimensionName } from './display-value.ts'
import { isDimension } from '../question/predicate.ts'

const dayMs = 86_400_000

const described = () => query(dimensionQuestions.describe, {}, { quiet: true })
const settings = () => query(userSettings.retrieveSettings, {}, { quiet: true })

const namesOf = (dimensions: readonly DimensionEntry[]) => {
  const names = new Map(dimensions.map(({ id, displayName }) => [id, displayName]))
  return (id: DimensionId) => names.get(id) ?? dimensionName(id)
}

const useDescribed = (isWanted: boolean) => {
  // Changes only when a custom dimension is renamed, which no data screen does.
  const answer = useQuery({ ...described(), staleTime: dayMs, enabled: isWanted })
  const all = useMemo(
    () =>
      (answer.data?.data ?? []).flatMap(({ id, displayName, category, basic }): DimensionEntry[] =>
        isDimension(id) ? [{ id, displayName, category, isBasic: basic }] : [],
      ),
    [answer.data],
  )
  return { answer, all }
}

/** The environment's names for these dimensions; sends a request only when one of them is custom. */
export const useDimensionName = (ids: readonly DimensionId[]) => {
  const isAnyCustom = ids.some((id) => (customDimensionIds as readonly string[]).includes(id))
  const { all } = useDescribed(isAnyCustom)
  return useMemo(() => namesOf(all), [all])
}

const useStars = () => {
  const answer = useQuery({ ...settings(), staleTime: dayMs })
  const save = useCall(userSettings.updateSettings)
  const starred = answer.data?.data.starredDimensions
  /** Optimistic: shown at once, reverted when saving fails. METR-048 */
  const toggleStar = (id: DimensionId) => {
    const { queryKey } = settings()
    const known = queryClient().getQueryData<typeof answer.data>(queryKey)
    if (!known) return
    const starredDimensions = withStar(known.data.starredDimensions, id)
    queryClient().setQueriesData({ queryKey: [userSettings.retrieveSettings.path] }, () => ({
      data: { starredDimensions },
    }))
    save.mutate(
      { body: { settings: { starredDimensions } } },
      { onError: () => void invalidate(userSettings.retrieveSettings) },
    )
  }
  const stars = useMemo(() => new Set<string>(starred), [starred])
  return { stars, areStarsPending: answer.isPending, canStar: starred !== undefined, toggleStar }
}

/** The dimensions of the environment, the starred ones first. METR-045, METR-049, TIME-036 */
export const useDimensions = () => {
  const { customDimensions, debugDimensions } = useFlags()
  const { answer, all } = useDescribed(true)
  const { stars, areStarsPending, canStar, toggleStar } = useStars()
  const list = useMemo(
    () => all.filter(isOfferedTo({ customDimensions, debugDimensions })),
    [all, customDimensions, debugDimensions],
  )
  const groups = useMemo(() => groupDimensions(list, stars), [list, stars])
  const nameOf = useMemo(() => namesOf(all), [all])
  return {
    list,
    groups,
    nameOf,
    isStarred: (id: DimensionId) => stars.has(id),
    canStar,
    toggleStar,
    /** METR-060 */
    isBasic: (id: DimensionId) => list.some((one) => one.id === id && one.isBasic),
    // Starred dimensions come first, so the list waits for the stars.
    isPending: answer.isPending || areStarsPending,
    isError: answer.isError,
    isFetching: answer.isFetching,
    refetch: () => void answer.refetch(),
  }
}
