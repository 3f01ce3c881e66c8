import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ChartFrame, type ChartState } from '@playhead/charts/frame/chart-frame.tsx'
import { ColumnChart } from '@playhead/charts/columns/column-chart.tsx'
import { formatDay } from '@playhead/domain/format.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { query } from '@playhead/web-kit/queries/query.ts'
import { assets } from '../contract.ts'
import { minutesText } from './asset-facts.ts'
import { type PreparedDay, preparedDays, preparedMinutes } from './prepared-minutes.ts'

const parts = [{ id: 'prepared', label: 'prepared', tone: 1 }] as const
const utc = { timeZone: 'UTC' }
const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', ...utc })

const columnOf = ({ date, minutes }: PreparedDay) => ({
  id: date,
  label: shortDay.format(new Date(date)),
  title: formatDay(date, utc),
  values: [minutes],
})

/** ASST-013 */
export const PreparedChart = () => {
  const usage = useQuery(query(assets.prepared, { query: { days: preparedDays } }, { quiet: true }))
  const days = useMemo(() => preparedMinutes(usage.data?.data ?? []), [usage.data])
  const columns = useMemo(() => days.map(columnOf), [days])
  const total = days.reduce((sum, { minutes }) => sum + minutes, 0)
  const state: ChartState = usage.data
    ? total > 0
      ? { kind: 'ready' }
      : {
          kind: 'empty',
          title: 'Nothing was prepared',
          text: 'Minutes of assets that become ready are counted here by day.',
        }
    : usage.isError
      ? { kind: 'failed', message: usage.error.message, onRetry: () => void usage.refetch() }
      : { kind: 'loading' }
  return (
    <Card
      title="Prepared assets"
      description={`Minutes of assets that became ready, by day, in the last ${preparedDays} days`}
      actions={
        usage.data && <span className="text-md tabular-nums">{minutesText(total)} in all</span>
      }
    >
      <ChartFrame state={state} size="small">
        <ColumnChart
          label="Prepared minutes by day"
          columns={columns}
          parts={parts}
          size="small"
          format={(value) => minutesText(value ?? 0)}
          formatTick={(value) => String(Math.round(value * 100) / 100)}
        />
      </ChartFrame>
    </Card>
  )
}
