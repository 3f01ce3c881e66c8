import { Suspense } from 'react'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Select } from '@playhead/ui/choices/select.tsx'
import { Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { useOrganization } from '@playhead/web-kit/session/use-session.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { lazyPart } from '@playhead/web-kit/chunks/lazy-part.tsx'
import { useSlot } from '@playhead/web-kit/slot.ts'
import { SourceCard } from './delivery-source/source-card.tsx'
import { EnvironmentCards } from './environment-cards.tsx'
import { EnvironmentHeadline } from './environment-headline.tsx'
import { MonthControl } from './month-control.tsx'
import { MonthHeadline } from './month-headline.tsx'
import { PricesCard } from './prices/prices-card.tsx'
import { detailsCard, type SummaryPartProps } from './slots.ts'
import { SharedCostsOfMonth } from './shared-costs/shared-costs-of-month.tsx'
import { useUsageAddress } from './usage-address.ts'
import { firstUsed, isShownMeter, type ShownMeter, shownMeters, thisMonth } from './usage-texts.ts'
import { UsageTabs } from './usage-tabs.tsx'
import { isUnknown, UnknownEnvironment } from './unknown-environment.tsx'
import { useMonth, useSummary, useUsage } from './use-usage.ts'
import './usage.css'

const chartHeight = 340
const DayChart = lazyPart(
  'DayChart',
  () => import('./day-chart.tsx'),
  <Skeleton height={chartHeight} />,
)

const MeterSelect = ({ meter }: { meter: ShownMeter }) => {
  const setSearch = useSetSearch()
  return (
    <Select
      label="Meter of the bars"
      isLabelHidden
      value={meter}
      options={shownMeters.map(({ id, label }) => ({ value: id, label: `${label} by day` }))}
      onChange={(id) => setSearch({ meter: id })}
    />
  )
}

/** Such as the spending cap, which is of the running month. */
const OtherCards = ({ summary }: SummaryPartProps) =>
  useSlot(detailsCard).map(({ order, Part }) => <Part key={order} summary={summary} />)

/** BILL-005: what costs what. */
export const Screen = () => {
  const path = usePath()
  const { month, setMonth } = useMonth()
  const environmentId = useSearchValue('environment')
  const asked = useSearchValue('meter')
  const summary = useSummary(month)
  const days = useUsage({ month, groupBy: 'day', environmentId })
  const meter = isShownMeter(asked) ? asked : firstUsed(days.data?.data ?? [])
  const environments = useUsage({ month, groupBy: 'environment' })
  const environment = environments.data?.data.find(({ key }) => key === environmentId)
  // One without usage has no row, and one that was removed is in no list.
  const existing = useOrganization()?.properties.find(({ id }) => id === environmentId)
  const currency = summary.data?.data.currency ?? null
  // Bars have the currency of their own rows, so that they never change their kind while the month loads.
  const currencyOfBars = days.data?.currency ?? null
  const { wholeHref, hrefOf } = useUsageAddress()
  if (environmentId !== undefined && days.isError && isUnknown(days.error))
    return <UnknownEnvironment href={wholeHref} />
  return (
    <Stack gap={4}>
      <div className="usage-top">
        <h2>
          {environmentId === undefined ? (
            <>
              <Link href={path('account/billing/summary')}>Summary</Link>
              {' / Usage details'}
            </>
          ) : (
            <>
              <Link href={wholeHref}>Usage details</Link>
              {' / '}
              {environment?.name ?? existing?.name ?? 'Environment'}
            </>
          )}
        </h2>
        {environment?.removedAt && <Badge>Removed</Badge>}
        {summary.data?.data.isInvoiced === false && <Badge>Showback</Badge>}
        <MonthControl month={month} onChange={setMonth} />
      </div>
      <div className="usage-columns">
        <Stack gap={3}>
          <Card isFailing={summary.isLoadingError}>
            <Stack gap={4}>
              {environmentId === undefined ? (
                <MonthHeadline query={summary} />
              ) : (
                <EnvironmentHeadline
                  query={environments}
                  environmentId={environmentId}
                  month={month}
                />
              )}
              {days.data && currencyOfBars === null && (
                <div className="usage-choice">
                  <MeterSelect meter={meter} />
                </div>
              )}
              <DayChart
                query={days}
                month={month}
                currency={currencyOfBars}
                meter={meter}
                countedUntil={summary.data?.data.countedUntil}
                closedUntil={summary.data?.data.closedUntil}
                environmentId={environmentId}
                forecast={
                  environmentId === undefined ? (summary.data?.data.forecast ?? null) : null
                }
              />
            </Stack>
          </Card>
          {environmentId === undefined ? (
            <SharedCostsOfMonth query={summary} />
          ) : (
            <div className="usage-pair">
              <EnvironmentCards environmentId={environmentId} month={month} currency={currency} />
            </div>
          )}
        </Stack>
        <div className="usage-aside">
          {environmentId === undefined && month === thisMonth() && !summary.isPending && (
            <Suspense fallback={null}>
              <OtherCards summary={summary} />
            </Suspense>
          )}
          {environmentId !== undefined && existing && <SourceCard environmentId={environmentId} />}
          <div className="usage-prices">
            <PricesCard query={summary} />
          </div>
        </div>
        <div className="usage-all">
          <UsageTabs
            month={month}
            environmentId={environmentId}
            countedUntil={summary.data?.data.countedUntil}
            hrefOf={hrefOf}
          />
        </div>
      </div>
    </Stack>
  )
}
