import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { thisMonth } from './usage-texts.ts'
import { useMonth } from './use-usage.ts'

/** Where the month is shown, of all environments and of one. */
export const useUsageAddress = () => {
  const address = usePath()('account/billing/usage-details')
  const { month } = useMonth()
  const monthPart = month === thisMonth() ? '' : `month=${month}`
  return {
    wholeHref: monthPart ? `${address}?${monthPart}` : address,
    hrefOf: (environmentId: string) =>
      `${address}?environment=${environmentId}${monthPart ? `&${monthPart}` : ''}`,
  }
}
