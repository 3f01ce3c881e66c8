import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageLimits } from '@playhead/contract-kit/paging.ts'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { webhooks } from '../contract.ts'

export const webhookPageSize = pageLimits.defaultLimit

/** ACCT-073 */
export const useWebhookList = () => {
  const paging = usePageParameter()
  const list = useQuery({
    ...query(
      webhooks.list,
      { query: { page: paging.page, limit: webhookPageSize } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
  })
  useExistingPage(paging, webhookPageSize, list)
  return { ...paging, list }
}

export type WebhookEntry = NonNullable<
  ReturnType<typeof useWebhookList>['list']['data']
>['data'][number]
