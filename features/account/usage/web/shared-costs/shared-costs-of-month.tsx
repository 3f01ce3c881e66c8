import { formatCents } from '@playhead/domain/money.ts'
import { sharings } from '@playhead/domain/usage.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import type { SummaryQuery } from '../use-usage.ts'

/** What of the monthly costs of the server falls to the organization; nothing where there are none. */
export const SharedCostsOfMonth = ({ query }: { query: SummaryQuery }) => {
  const summary = query.data?.data
  if (!summary?.currency || summary.sharedCosts.length === 0) return null
  const { currency, sharedCosts } = summary
  return (
    <Card
      title="Shared costs"
      description="Your part of what the server costs each month, until the last full hour"
    >
      <dl className="usage-list">
        {sharedCosts.map(({ name, sharedBy, costCents }) => (
          <div key={`${name} ${sharedBy}`}>
            <dt>
              {name}{' '}
              <span className="text-ink-2">
                {sharedBy === 'evenly' ? 'evenly' : `by ${sharings[sharedBy].label.toLowerCase()}`}
              </span>
            </dt>
            <dd>{formatCents(costCents, currency)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
