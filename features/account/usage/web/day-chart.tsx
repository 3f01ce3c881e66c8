import { useMemo } from 'react'
import { ChartFrame, type ChartState } from '@playhead/charts/frame/chart-frame.tsx'
import { ColumnChart } from '@playhead/charts/columns/column-chart.tsx'
import type { ChartTone } from '@playhead/charts/chart-data.ts'
import { formatCents } from '@playhead/domain/money.ts'
import { columnsOf, costLines, nowOf } from './day-columns.ts'
import { usePeak } from './use-peak.ts'
import {
  addMonths,
  type AmountName,
  amountsOf,
  countedText,
  hasShared,
  loadError,
  monthName,
  quantityText,
  shortMonthName,
  type ShownMeter,
  thisMonth,
} from './usage-texts.ts'
import { type Summary, type UsageQuery, type UsageRow, useUsage } from './use-usage.ts'

interface DayChartProps {
  query: UsageQuery
  month: string
  /** Null while there are no prices: bars are then the amounts of one meter. */
  currency: string | null
  meter: ShownMeter
  /** Only for the whole organization. */
  forecast: Summary['forecast']
  /** Null while nothing is counted; undefined while it is not known. */
  countedUntil: string | null | undefined
  /** Days that end after it may still change. */
  closedUntil: string | null | undefined
  environmentId: string | undefined
}

const tones: Record<AmountName, ChartTone> = {
  delivered: 1,
  stored: 2,
  encoded: 3,
  live: 4,
  views: 7,
  shared: 6,
}

const partsOf = (rows: readonly UsageRow[], currency: string | null, meter: ShownMeter) => {
  const amounts = amountsOf(rows)
  const all = costLines(hasShared(rows)).map(({ id, label }) => ({
    id,
    label,
    tone: tones[id],
    ...(currency !== null && { sum: formatCents(amounts[id].costCents ?? 0, currency) }),
  }))
  return currency === null ? all.filter(({ id }) => id === meter) : all
}

const stateOf = ({ query, month, countedUntil }: DayChartProps): ChartState => {
  if (query.data)
    return query.data.data.length > 0
      ? { kind: 'ready' }
      : {
          kind: 'empty',
          title: `Nothing was used in ${monthName(month)}`,
          text: [
            'What is delivered, stored, encoded and watched is counted here by day.',
            ...(month === thisMonth() && countedUntil !== undefined
              ? [countedText(countedUntil)]
              : []),
          ].join(' '),
        }
  return query.isError
    ? { kind: 'failed', message: loadError, onRetry: () => void query.refetch() }
    : { kind: 'loading' }
}

/** Each day of a month as a bar: its cost by meter, or the amount of one meter. */
export const DayChart = (props: DayChartProps) => {
  const { query, month, currency, meter, forecast, environmentId } = props
  const { closedUntil, countedUntil } = props
  const monthBefore = addMonths(month, -1)
  const ofBefore = useUsage({ month: monthBefore, groupBy: 'day', environmentId })
  // While it loads, what is there is of another month.
  const before = ofBefore.isPlaceholderData ? undefined : ofBefore.data
  const mark = usePeak(query, environmentId)
  const days = query.data
  const columns = useMemo(
    () => columnsOf({ days, before, month, currency, meter, forecast, closedUntil, mark }),
    [days, before, month, currency, meter, forecast, closedUntil, mark],
  )
  const parts = useMemo(() => partsOf(days?.data ?? [], currency, meter), [days, currency, meter])
  const now = useMemo(
    () => (month === thisMonth() ? nowOf(countedUntil, month) : undefined),
    [countedUntil, month],
  )
  const textOf = (value: number | null) =>
    currency === null ? quantityText(meter, value ?? 0) : formatCents(value ?? 0, currency)
  return (
    <ChartFrame state={stateOf(props)} hasLegend>
      <ColumnChart
        label={currency === null ? 'Used by day' : 'Cost by day'}
        columns={columns}
        parts={parts}
        format={textOf}
        tickUnit={currency === null ? 1 : 100}
        isStale={query.isPlaceholderData}
        bandLabel="Forecast"
        now={now}
        {...(columns.some((column) => column.before !== undefined) && {
          beforeLabel: shortMonthName(monthBefore),
        })}
      />
    </ChartFrame>
  )
}
