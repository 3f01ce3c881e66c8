import { formatCents } from '@playhead/domain/money.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { Reasons } from './reasons/reasons.tsx'
import {
  addMonths,
  amountsOf,
  countedText,
  dayName,
  daysOf,
  loadError,
  quantityText,
  shortMonthName,
  shownMeters,
  thisMonth,
} from './usage-texts.ts'
import type { Summary, SummaryQuery } from './use-usage.ts'

const Difference = ({ summary, currency }: { summary: Summary; currency: string }) => {
  const { costCents, previousCents, month } = summary
  if (costCents === null || previousCents === null) return null
  const difference = costCents - previousCents
  const sign = difference > 0 ? '+' : ''
  const before = shortMonthName(addMonths(month, -1))
  const isRunning = month === thisMonth()
  return (
    <span className="usage-against">
      <Badge>
        {sign}
        {formatCents(difference, currency)}
      </Badge>
      against {formatCents(previousCents, currency)} in {before}
      {isRunning && ' by now'}
    </span>
  )
}

const Forecast = ({ summary, currency }: { summary: Summary; currency: string }) => {
  const { forecast, month } = summary
  if (!forecast) return null
  const [low, high] = [forecast.lowCents, forecast.highCents].map((cents) =>
    formatCents(cents, currency),
  )
  return (
    <div className="usage-forecast">
      <span className="usage-label">Forecast</span>
      <p>
        <strong>{low === high ? low : `${low} to ${high}`}</strong> by{' '}
        {dayName(daysOf(month).at(-1)!)}
      </p>
    </div>
  )
}

const Quantities = ({ summary }: { summary: Summary }) => {
  const amounts = amountsOf(summary.meters)
  return (
    <dl className="usage-quantities">
      {shownMeters.map(({ id, label }) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd>{quantityText(id, amounts[id].quantity)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The cost so far, the forecast and why; without prices the quantities. */
export const MonthHeadline = ({ query }: { query: SummaryQuery }) => {
  if (query.isLoadingError)
    return <FailedState message={loadError} onRetry={() => void query.refetch()} />
  if (!query.data)
    return (
      <Loading label="Loading the month">
        <div className="usage-headline">
          <Skeleton width={120} height={13} />
          <Skeleton width={220} height={38} />
          <Skeleton width="60%" height={13} />
        </div>
      </Loading>
    )
  const summary = query.data.data
  const { currency, costCents, month, countedUntil, isInvoiced } = summary
  const isRunning = month === thisMonth()
  const name = isRunning ? 'This month so far' : shortMonthName(month)
  return (
    <div className="usage-headline">
      <div className="usage-head">
        <div>
          <span className="usage-label">
            {currency === null ? name : `${name}, at the operator's prices`}
            {currency !== null && isInvoiced && ', before what your plan includes'}
          </span>
          {currency === null ? (
            <Quantities summary={summary} />
          ) : (
            <p className="usage-cost">
              <strong>{formatCents(costCents, currency)}</strong>
              <Difference summary={summary} currency={currency} />
            </p>
          )}
        </div>
        {currency !== null && <Forecast summary={summary} currency={currency} />}
      </div>
      {currency !== null && <Reasons summary={summary} currency={currency} />}
      {isRunning && <p className="usage-note">{countedText(countedUntil)}</p>}
    </div>
  )
}
