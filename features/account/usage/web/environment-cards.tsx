import { formatCents } from '@playhead/domain/money.ts'
import { formatNumber } from '@playhead/domain/format.ts'
import { meters } from '@playhead/domain/usage.ts'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { loadError } from './usage-texts.ts'
import { type EnvironmentUsageQuery, useEnvironmentUsage } from './use-usage.ts'

type Row = NonNullable<EnvironmentUsageQuery['data']>['data'][number]

const detailsOf = ({ quantity, unit, costCents }: Row, currency: string | null) => {
  const amount = `${formatNumber(quantity, quantity < 10 && quantity > 0 ? 2 : 0)} ${unit}`
  return currency === null || costCents === null
    ? [amount]
    : [amount, formatCents(costCents, currency)]
}

interface PartCardProps {
  title: string
  query: EnvironmentUsageQuery
  currency: string | null
}

const PartCard = ({ title, query, currency }: PartCardProps) => (
  <Card title={title} isFailing={query.isLoadingError}>
    {query.isLoadingError ? (
      <FailedState message={loadError} onRetry={() => void query.refetch()} />
    ) : query.data ? (
      <dl className="usage-list">
        {query.data.data.map((row) => (
          <div key={row.meter}>
            <dt>{meters[row.meter].label}</dt>
            <dd>
              {detailsOf(row, currency).map((text) => (
                <span key={text}>{text}</span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    ) : (
      <SkeletonLines count={4} />
    )}
  </Card>
)

interface EnvironmentCardsProps {
  environmentId: string
  month: string
  currency: string | null
}

/** BILL-021: the video and the data of one environment, each with its own loading and failure. */
export const EnvironmentCards = ({ environmentId, month, currency }: EnvironmentCardsProps) => {
  const video = useEnvironmentUsage(environmentId, 'video', month)
  const data = useEnvironmentUsage(environmentId, 'data', month)
  return (
    <>
      <PartCard title="Video usage" query={video} currency={currency} />
      <PartCard title="Data usage" query={data} currency={currency} />
    </>
  )
}
