import { useMemo } from 'react'
import { ChartFrame, type ChartState } from '@playhead/charts/frame/chart-frame.tsx'
import { ColumnChart } from '@playhead/charts/columns/column-chart.tsx'
import { formatCents } from '@playhead/domain/money.ts'
import { countedText, loadError, monthName, quantityText, shortMonthName } from './usage-texts.ts'
import type { SummaryQuery } from './use-usage.ts'

const parts = {
  cost: [{ id: 'cost', label: 'Cost', tone: 1 }],
  delivered: [{ id: 'delivered', label: 'Delivered', tone: 1 }],
} as const

/** Six months as bars. */
export const MonthsChart = ({ query }: { query: SummaryQuery }) => {
  const summary = query.data?.data
  const months = summary?.months
  const currency = summary?.currency ?? null
  const columns = useMemo(
    () =>
      (months ?? []).map(({ month, delivered, costCents }) => ({
        id: month,
        label: shortMonthName(month),
        title: monthName(month),
        values: [currency === null ? delivered : costCents],
      })),
    [months, currency],
  )
  const isEmpty = columns.every(({ values }) => (values[0] ?? 0) === 0)
  const state: ChartState = months
    ? isEmpty
      ? {
          kind: 'empty',
          // Without prices only deliveries are bars: views may have been counted all the same.
          title: currency === null ? 'Nothing was delivered' : 'Nothing was used',
          text: `Each month is a bar here. ${countedText(summary?.countedUntil ?? null)}`,
        }
      : { kind: 'ready' }
    : query.isError
      ? { kind: 'failed', message: loadError, onRetry: () => void query.refetch() }
      : { kind: 'loading' }
  return (
    <ChartFrame state={state} size="small">
      <ColumnChart
        label={currency === null ? 'Delivered by month' : 'Cost by month'}
        columns={columns}
        parts={currency === null ? parts.delivered : parts.cost}
        size="small"
        format={(value) =>
          currency === null ? quantityText('delivered', value ?? 0) : formatCents(value, currency)
        }
        tickUnit={currency === null ? 1 : 100}
      />
    </ChartFrame>
  )
}
