import { useMemo } from 'react'
import { DataTable } from '@playhead/ui/data-table.tsx'
import { type ChartSeries, type ChartSize, chartSizes } from './chart-data.ts'
import { type ChartRow, chartRows } from './chart-rows.ts'
import { momentLabel, type TimeSpan } from './time-axis.ts'

interface ChartTableProps extends TimeSpan {
  label: string
  series: readonly ChartSeries[]
  size?: ChartSize
  format: (value: number | null) => string
  formatVolume?: (volume: number) => string
}

/** The chart for whoever reads numbers rather than lines; as high as the chart, it scrolls within. */
export const ChartTable = (props: ChartTableProps) => {
  const { label, series, format, formatVolume, from, to, stepMs, size = 'normal' } = props
  const rows = useMemo(() => chartRows(series), [series])
  const hasVolume =
    formatVolume !== undefined &&
    series.some(({ points }) => points.some(({ volume }) => volume !== undefined))
  const [first] = series
  return (
    <section
      className="ph-chart-table"
      aria-label={label}
      style={{ height: chartSizes[size].height }}
      {...scrollable}
    >
      <DataTable
        label={label}
        rows={rows}
        rowKey={({ time }) => String(time)}
        columns={[
          {
            id: 'time',
            title: 'Time',
            isMain: true,
            render: ({ time }) => momentLabel(time, { from, to, stepMs }),
          },
          ...series.map(({ id, label: title }, order) => ({
            id,
            title,
            align: 'end' as const,
            render: ({ points }: ChartRow) => format(points[order]?.value ?? null),
          })),
          ...(hasVolume && first
            ? [
                {
                  id: 'volume',
                  title: series.length > 1 ? `Volume of ${first.label}` : 'Volume',
                  align: 'end' as const,
                  render: ({ points }: ChartRow) => formatVolume(points[0]?.volume ?? 0),
                },
              ]
            : []),
        ]}
      />
    </section>
  )
}

// What scrolls is reached by the keyboard too.
const scrollable = { tabIndex: 0 }
