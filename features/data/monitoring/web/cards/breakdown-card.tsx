import { useMemo } from 'react'
import { formatNumber } from '@playhead/domain/format.ts'
import { formatValue, type MonitoringMetricId } from '../data/metric-values.ts'
import { breakdown, type Breakdown, type MonitoringDimensionId } from '../data/questions.ts'
import { useMonitoring } from '../data/use-monitoring.ts'
import { valueText } from '../data/value-text.ts'
import { whatIsDifferent } from '../data/what-is-different.ts'
import { AllValuesButton } from './all-values-button.tsx'
import { MonitoredCard } from './monitored-card.tsx'
import { TimesAudience } from './times-audience.tsx'

const listed = 5
const height = 150

interface BreakdownCardProps {
  metric: MonitoringMetricId
  dimension: MonitoringDimensionId
  title: string
}

const Rows = ({ metric, dimension, title, rows }: BreakdownCardProps & Breakdown) => {
  const isAudience = metric === 'current-concurrent-viewers'
  const different = whatIsDifferent(metric, rows)
  return (
    <table className="w-full table-fixed text-sm">
      <colgroup>
        <col />
        {!isAudience && <col className="w-[84px]" />}
        <col className="w-[64px]" />
      </colgroup>
      <thead className="ph-visually-hidden">
        <tr>
          <th scope="col">{title}</th>
          {!isAudience && <th scope="col">Now</th>}
          <th scope="col">Viewers</th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, listed).map((row) => {
          const times = different.get(row.value)
          const text = valueText(dimension, row)
          return (
            <tr key={row.value} className="border-t border-line first:border-t-0">
              <th scope="row" className="py-1 text-left font-normal">
                <span className="flex items-center gap-2">
                  <span className={`truncate ${row.value ? '' : 'text-ink-3 italic'}`} title={text}>
                    {text}
                  </span>
                  {times !== undefined && <TimesAudience times={times} />}
                </span>
              </th>
              {!isAudience && (
                <td className="py-1 text-right font-medium tabular-nums">
                  {formatValue(metric, row.metricValue)}
                </td>
              )}
              <td
                className={`py-1 text-right tabular-nums ${isAudience ? 'font-medium' : 'text-ink-3'}`}
              >
                {formatNumber(row.viewers)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** The values of a dimension that matter most to the metric now. */
export const BreakdownCard = ({ metric, dimension, title }: BreakdownCardProps) => {
  const question = useMemo(() => breakdown({ metric, dimension }), [metric, dimension])
  const asked = useMonitoring(question)
  const total = asked.data?.total ?? 0
  return (
    <MonitoredCard
      title={title}
      asked={asked}
      height={height}
      actions={
        total > listed && (
          <AllValuesButton metric={metric} dimension={dimension} title={title} count={total} />
        )
      }
    >
      {(data) =>
        data.rows.length === 0 ? (
          <p className="py-1 text-sm text-ink-3">No viewers.</p>
        ) : (
          <Rows metric={metric} dimension={dimension} title={title} {...data} />
        )
      }
    </MonitoredCard>
  )
}
