import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageLimits } from '@playhead/contract-kit/paging.ts'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { playbackRestrictions } from '../contract.ts'

export const restrictionPageSize = pageLimits.defaultLimit

export const usePlaybackRestrictions = () => {
  const paging = usePageParameter('restrictions_page')
  const list = useQuery({
    ...query(
      playbackRestrictions.list,
      { query: { page: paging.page, limit: restrictionPageSize } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
  })
  useExistingPage(paging, restrictionPageSize, list)
  return { ...paging, list }
}

export type Restriction = NonNullable<
  ReturnType<typeof usePlaybackRestrictions>['list']['data']
>['data'][number]
