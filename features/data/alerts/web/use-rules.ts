import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '@playhead/web-kit/queries/query.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { alertLimits, alertRules } from '../contract.ts'

const refreshMs = 15_000
const pageMax = 100

/** ALRT-018: the first page of the API is 0. */
export const useRulePage = (page: number) =>
  useQuery({
    ...query(
      alertRules.list,
      { query: { page: page - 1, limit: alertLimits.rulesPage } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })

const pageOfAll = (page: number) => ({
  ...query(alertRules.list, { query: { page, limit: pageMax } }, { quiet: true }),
  staleTime: refreshMs,
})

/** An environment has at most 200: two pages. Empty without the flag. ALRT-002 */
export const useAllRules = () => {
  const { alertingV2 } = useFlags()
  const first = useQuery({ ...pageOfAll(0), enabled: alertingV2 })
  const hasMore = (first.data?.totalRowCount ?? 0) > pageMax
  const second = useQuery({ ...pageOfAll(1), enabled: hasMore })
  const pages = hasMore ? [first.data, second.data] : [first.data]
  const isKnown = !alertingV2 || pages.every((page) => page !== undefined)
  // A rule that was made between the two questions moves others from the first page to the second.
  const rules = new Map(pages.flatMap((page) => page?.data ?? []).map((one) => [one.id, one]))
  return { rules: isKnown ? [...rules.values()] : undefined }
}
