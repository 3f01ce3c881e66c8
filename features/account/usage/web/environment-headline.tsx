import { formatPercent } from '@playhead/domain/format.ts'
import { formatCents } from '@playhead/domain/money.ts'
import { linesOf, totalOf } from './group-rows.ts'
import { shortMonthName, thisMonth } from './usage-texts.ts'
import type { UsageQuery } from './use-usage.ts'

interface EnvironmentHeadlineProps {
  /** By environment. */
  query: UsageQuery
  environmentId: string
  month: string
}

/** What one environment costs, and its part of the organization; nothing without prices. */
export const EnvironmentHeadline = ({ query, environmentId, month }: EnvironmentHeadlineProps) => {
  const currency = query.data?.currency
  if (!query.data || !currency || query.isPlaceholderData) return null
  const rows = query.data.data
  const whole = totalOf(rows).costCents
  const own = linesOf(rows).find(({ key }) => key === environmentId)?.costCents ?? 0
  return (
    <div>
      <span className="usage-label">
        {month === thisMonth() ? 'This month so far' : shortMonthName(month)}, at the operator's
        prices
      </span>
      <p className="usage-cost">
        <strong>{formatCents(own, currency)}</strong>
        {whole > 0 && (
          <span className="usage-against">
            {formatPercent((own / whole) * 100)} of the {formatCents(whole, currency)} of all
            environments
          </span>
        )}
      </p>
    </div>
  )
}
