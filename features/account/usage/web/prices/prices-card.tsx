import { formatDay } from '@playhead/domain/format.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { useSession } from '@playhead/web-kit/session/use-session.ts'
import { loadError } from '../usage-texts.ts'
import type { SummaryQuery } from '../use-usage.ts'
import { type Line, stepTexts, termOf, unitText } from './price-texts.ts'

const PriceList = ({ lines, currency }: { lines: readonly Line[]; currency: string }) => (
  <dl className="usage-list">
    {lines.map((line) => (
      <div key={termOf(line)}>
        <dt>
          {termOf(line)} <span className="text-ink-2">for {unitText(line.meter)}</span>
        </dt>
        <dd>
          {stepTexts(line, currency).map((text) => (
            <span key={text}>{text}</span>
          ))}
        </dd>
      </div>
    ))}
  </dl>
)

/** Only staff can enter prices, so others are not led there. */
const NoPrices = () => {
  const isStaff = useSession().currentUser?.internal
  return (
    <p className="text-ink-2">
      No prices are entered, so only quantities are shown.
      {isStaff && (
        <>
          {' '}
          Enter prices under <Link href="/operator/prices">Operator, Prices</Link>, or see how in{' '}
          <Link href="/docs/usage#your-prices">Your prices</Link>.
        </>
      )}
    </p>
  )
}

const EditPrices = () =>
  useSession().currentUser?.internal && (
    <Link kind="quiet" href="/operator/prices">
      Edit
    </Link>
  )

/** The prices of the month. */
export const PricesCard = ({ query }: { query: SummaryQuery }) => {
  const summary = query.data?.data
  const prices = summary?.prices
  return (
    <Card
      title="Prices"
      actions={prices && <EditPrices />}
      isFailing={query.isLoadingError}
      description={
        prices &&
        `Version ${prices.version}, valid from ${formatDay(prices.validFrom, { timeZone: 'UTC' })}`
      }
    >
      {query.isLoadingError ? (
        <FailedState message={loadError} onRetry={() => void query.refetch()} />
      ) : !summary ? (
        <SkeletonLines count={4} />
      ) : prices ? (
        <PriceList lines={prices.lines} currency={summary.currency ?? 'USD'} />
      ) : (
        <NoPrices />
      )}
    </Card>
  )
}
