import { useMemo } from 'react'
import { formatNumber } from '@playhead/domain/format.ts'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Drawer } from '@playhead/ui/overlays/drawer.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { formatValue, type MonitoringMetricId } from '../data/metric-values.ts'
import { breakdown, type BreakdownRow, type MonitoringDimensionId } from '../data/questions.ts'
import { useMonitoring } from '../data/use-monitoring.ts'
import { valueText } from '../data/value-text.ts'
import { whatIsDifferent } from '../data/what-is-different.ts'
import { TimesAudience } from './times-audience.tsx'

/** The most that one response holds. */
const limit = 1_000
const width = 560

export interface BreakdownDrawerProps {
  isOpen: boolean
  onClose: () => void
  metric: MonitoringMetricId
  dimension: MonitoringDimensionId
  title: string
}

const Values = ({ metric, dimension, title }: BreakdownDrawerProps) => {
  const question = useMemo(() => breakdown({ metric, dimension, limit }), [metric, dimension])
  const asked = useMonitoring(question)
  const rows = asked.data?.rows
  const different = whatIsDifferent(metric, rows ?? [])
  const isAudience = metric === 'current-concurrent-viewers'
  const columns: Column<BreakdownRow>[] = [
    {
      id: 'value',
      title,
      isMain: true,
      render: (row) => {
        const times = different.get(row.value)
        return (
          <span className="flex flex-wrap items-center gap-2">
            <span className="break-words">{valueText(dimension, row)}</span>
            {times !== undefined && <TimesAudience times={times} />}
          </span>
        )
      },
    },
    ...(isAudience
      ? []
      : [
          {
            id: 'metric',
            title: 'Now',
            align: 'end' as const,
            render: ({ metricValue }: BreakdownRow) => formatValue(metric, metricValue),
          },
        ]),
    {
      id: 'viewers',
      title: 'Viewers',
      align: 'end',
      render: ({ viewers }) => formatNumber(viewers),
    },
  ]
  return (
    <DataTable
      label={title}
      keepsColumns
      columns={columns}
      rows={rows}
      rowKey={({ value }) => String(value)}
      empty={<EmptyState title="No viewers" />}
      {...(rows === undefined &&
        asked.error && { failure: { message: asked.error.message, onRetry: asked.retry } })}
      {...(asked.data &&
        asked.data.total > asked.data.rows.length && {
          footer: `The first ${formatNumber(asked.data.rows.length)} of ${formatNumber(asked.data.total)}.`,
        })}
    />
  )
}

/** Every value of a dimension; asks only while it is open. */
export const BreakdownDrawer = (props: BreakdownDrawerProps) => (
  <Drawer isOpen={props.isOpen} onClose={props.onClose} title={props.title} width={width}>
    {props.isOpen && <Values {...props} />}
  </Drawer>
)
