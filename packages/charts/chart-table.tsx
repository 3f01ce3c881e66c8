import { useMemo } from 'react'
import { DataTable } from '@playhead/ui/tables/data-table.tsx'
import { type ChartSeries, type ChartSize, chartSizes } from './chart-data.ts'
import { type ChartRow, chartRows } from './chart-rows.ts'
import { momentLabel, type TimeSpan } from './axes/time-axis.ts'

interface ChartTableProps extends TimeSpan {
  label: string
  series: readonly ChartSeries[]
  size?: ChartSize
  format: (value: number | null) => string
  formatVolume?: (volume: number) => string
}

/** The chart as numbers; as high as the chart, with a scroll bar. */
export const ChartTable = (props: ChartTableProps) => {
  const { label, series, format, formatVolume, from, to, stepMs, size = 'normal' } = props
  const rows = useMemo(() => chartRows(series), [series])
  const counted = series.flatMap(({ label: name, tone, points }, order) =>
    formatVolume && tone !== 'compare' && points.some(({ volume }) => volume !== undefined)
      ? [{ name, order, formatVolume }]
      : [],
  )
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
          ...counted.map(({ name, order, formatVolume: formatted }) => ({
            id: `volume-${order}`,
            title: counted.length > 1 ? `Volume of ${name}` : 'Volume',
            align: 'end' as const,
            render: ({ points }: ChartRow) => formatted(points[order]?.volume ?? 0),
          })),
        ]}
      />
    </section>
  )
}

// A scrollable area has to be focusable for keyboard users.
const scrollable = { tabIndex: 0 }
