import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageLimits } from '@playhead/contract-kit/paging.ts'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { signingKeys } from '../contract.ts'

export const signingKeyPageSize = pageLimits.defaultLimit

/** ACCT-078 */
export const useSigningKeys = () => {
  const paging = usePageParameter()
  const list = useQuery({
    ...query(
      signingKeys.list,
      { query: { page: paging.page, limit: signingKeyPageSize } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
  })
  useExistingPage(paging, signingKeyPageSize, list)
  return { ...paging, list }
}

export type SigningKeyEntry = NonNullable<
  ReturnType<typeof useSigningKeys>['list']['data']
>['data'][number]
