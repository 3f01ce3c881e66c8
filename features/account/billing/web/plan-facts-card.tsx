import { useQuery } from '@tanstack/react-query'
import { formatDay } from '@playhead/domain/format.ts'
import { formatCents } from '@playhead/domain/money.ts'
import { billingLoadError } from '@playhead/features/account/usage/web'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { billing } from '../contract.ts'
import './billing.css'

const frequencies = { month: 'Monthly', year: 'Yearly' } as const

/** BILL-007, BILL-014: plan, how often its fee is charged, and what this month comes to; nothing without a subscription. */
export const Part = () => {
  const path = usePath()
  const answer = useQuery(query(billing.retrieve, {}, { quiet: true }))
  const found = answer.data?.data
  const isCharged = found !== undefined && found.mode !== 'showback' && found.subscription !== null
  if (!answer.isLoadingError && !isCharged) return null
  const facts =
    found?.subscription == null
      ? []
      : [
          { term: 'Plan', detail: found.accountActivity.current.plan.name },
          { term: 'Billing', detail: frequencies[found.subscription.billingFrequency] },
          {
            term: 'Since',
            detail: formatDay(found.subscription.startedAt, { timeZone: 'UTC' }),
          },
          ...(found.money
            ? [
                {
                  term: 'Fees this month',
                  detail: formatCents(found.money.feeCents, found.money.currency),
                },
                {
                  term: 'Usage beyond the plan',
                  detail: formatCents(found.money.usageCents, found.money.usageCurrency),
                },
              ]
            : []),
        ]
  return (
    <Card
      title="Subscription"
      description={isCharged ? 'Without tax, months in UTC' : undefined}
      isFailing={answer.isLoadingError}
      actions={<Link href={path('account/billing/plans')}>Plans</Link>}
    >
      {answer.isLoadingError ? (
        <FailedState message={billingLoadError} onRetry={() => void answer.refetch()} />
      ) : (
        <dl className="billing-facts">
          {facts.map(({ term, detail }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{detail}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
