import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { profile } from '@playhead/features/account/profile/contract'
import { dimensionEndpoints } from '@playhead/features/data/dimensions/contract'
import { customDimensionIds, type DimensionId } from '@playhead/metrics/dimensions.ts'
import { queryClient } from '@playhead/web-kit/query-client.ts'
import { invalidate, query, useCall } from '@playhead/web-kit/query.ts'
import { useFlags } from '@playhead/web-kit/use-session.ts'
import { type DimensionEntry, groupDimensions, isOfferedTo, withStar } from './dimension-groups.ts'
import { dimensionName } from './display-value.ts'
import { isDimension } from './predicate.ts'

const dayMs = 86_400_000

const described = () => query(dimensionEndpoints.describe, {}, { quiet: true })
const settings = () => query(profile.retrieveSettings, {}, { quiet: true })

const namesOf = (dimensions: readonly DimensionEntry[]) => {
  const names = new Map(dimensions.map(({ id, displayName }) => [id, displayName]))
  return (id: DimensionId) => names.get(id) ?? dimensionName(id)
}

const useDescribed = (isWanted: boolean) => {
  // They change when somebody renames them, which no screen with data does.
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

/** How the environment calls these dimensions; asks only when one of them can have a name of its own. */
export const useDimensionName = (ids: readonly DimensionId[]) => {
  const isAnyCustom = ids.some((id) => (customDimensionIds as readonly string[]).includes(id))
  const { all } = useDescribed(isAnyCustom)
  return useMemo(() => namesOf(all), [all])
}

const useStars = () => {
  const answer = useQuery({ ...settings(), staleTime: dayMs })
  const save = useCall(profile.updateSettings)
  const starred = answer.data?.data.starredDimensions
  /** Shown at once; what could not be saved is taken back. METR-048 */
  const toggleStar = (id: DimensionId) => {
    const { queryKey } = settings()
    const known = queryClient().getQueryData<typeof answer.data>(queryKey)
    if (!known) return
    const starredDimensions = withStar(known.data.starredDimensions, id)
    queryClient().setQueriesData({ queryKey: [profile.retrieveSettings.path] }, () => ({
      data: { starredDimensions },
    }))
    save.mutate(
      { body: { settings: { starredDimensions } } },
      { onError: () => void invalidate(profile.retrieveSettings) },
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
    // What is starred moves up, so the list waits for it.
    isPending: answer.isPending || areStarsPending,
    isError: answer.isError,
    isFetching: answer.isFetching,
    refetch: () => void answer.refetch(),
  }
}

export type Dimensions = ReturnType<typeof useDimensions>
