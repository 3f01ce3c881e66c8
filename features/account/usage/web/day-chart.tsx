import { useMemo } from 'react'
import { ChartFrame, type ChartState } from '@playhead/charts/frame/chart-frame.tsx'
import { ColumnChart } from '@playhead/charts/columns/column-chart.tsx'
import type { ChartTone } from '@playhead/charts/chart-data.ts'
import { formatDay } from '@playhead/domain/format.ts'
import { formatCents } from '@playhead/domain/money.ts'
import {
  amountsOf,
  countedText,
  dayName,
  daysOf,
  loadError,
  monthName,
  quantityText,
  type ShownMeter,
  shownMeters,
  thisMonth,
} from './usage-texts.ts'
import type { Summary, UsageQuery, UsageRow } from './use-usage.ts'

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
}

const tones: Record<ShownMeter, ChartTone> = {
  delivered: 1,
  stored: 2,
  encoded: 3,
  live: 4,
  views: 7,
}

const rowsByDay = (rows: readonly UsageRow[]) => {
  const days = new Map<string | null, UsageRow[]>()
  for (const row of rows) days.set(row.key, [...(days.get(row.key) ?? []), row])
  return days
}

/** The middle of a day's forecast, above what it has used already. */
const forecastOf = (forecast: Summary['forecast'], day: string) => {
  const found = forecast?.days.find((one) => one.day === day)
  return found ? Math.round((found.lowCents + found.highCents) / 2) : 0
}

const useColumns = ({ query, month, currency, meter, forecast }: DayChartProps) =>
  useMemo(() => {
    const days = rowsByDay(query.data?.data ?? [])
    return daysOf(month).map((day) => {
      const amounts = amountsOf(days.get(day) ?? [])
      const values =
        currency === null
          ? [amounts[meter].quantity]
          : [...shownMeters.map(({ id }) => amounts[id].costCents ?? 0), forecastOf(forecast, day)]
      return { id: day, label: dayName(day), title: formatDay(day, { timeZone: 'UTC' }), values }
    })
  }, [query.data, month, currency, meter, forecast])

const partsOf = (currency: string | null, meter: ShownMeter, hasForecast: boolean) => {
  const all = shownMeters.map(({ id, label }) => ({ id, label, tone: tones[id] }))
  if (currency === null) return all.filter(({ id }) => id === meter)
  return [
    ...all,
    ...(hasForecast ? [{ id: 'forecast', label: 'Forecast', tone: 'compare' as const }] : []),
  ]
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
  const { currency, meter, forecast } = props
  const columns = useColumns(props)
  const parts = useMemo(
    () => partsOf(currency, meter, forecast !== null),
    [currency, meter, forecast],
  )
  const textOf = (value: number | null) =>
    currency === null ? quantityText(meter, value ?? 0) : formatCents(value ?? 0, currency)
  return (
    <ChartFrame state={stateOf(props)} hasLegend={currency !== null}>
      <ColumnChart
        label={currency === null ? 'Used by day' : 'Cost by day'}
        columns={columns}
        parts={parts}
        format={textOf}
        tickUnit={currency === null ? 1 : 100}
        isStale={props.query.isPlaceholderData}
      />
    </ChartFrame>
  )
}
