import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { auditTrail } from '../contract.ts'

export const changesPageSize = 10

export const useChanges = () => {
  const paging = usePageParameter('changes_page')
  const list = useQuery({
    ...query(
      auditTrail.listChanges,
      { query: { page: paging.page, limit: changesPageSize } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
  })
  useExistingPage(paging, changesPageSize, list)
  return { ...paging, list }
}
