import { formatFullDate, unknownValue } from '@playhead/domain/format.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { durationText, peakWord } from '../incident-words.ts'
import { metricText } from '../metric-text.ts'
import { dimensionValueText } from '../rule-words.ts'
import type { RuleValues } from './rule-values.ts'
import type { Backtest } from './use-backtest.ts'

interface Firing {
  number: number
  group: (string | null)[]
  start: number
  end: number | null
  peak: number | null
}

const shownMax = 20

const columnsFor = ({ metric, area, groupBy }: RuleValues, endTime: number): Column<Firing>[] => [
  { id: 'number', title: 'No.', width: 70, render: ({ number }) => number },
  {
    id: 'when',
    title: 'When',
    isMain: true,
    render: ({ start, group }) => (
      <span className="grid">
        <span>{formatFullDate(start * 1_000)}</span>
        {group.length > 0 && (
          <span className="text-sm break-words text-ink-2">
            {group
              .map((value, index) => dimensionValueText(groupBy[index] ?? '', value))
              .join(', ')}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'long',
    title: 'How long',
    align: 'end',
    width: 130,
    render: ({ start, end }) =>
      `${durationText(((end ?? endTime) - start) * 1_000)}${end === null ? ' so far' : ''}`,
  },
  {
    id: 'peak',
    title: peakWord(area),
    align: 'end',
    width: 110,
    render: ({ peak }) => (peak === null ? unknownValue : metricText(metric, peak)),
  },
]

interface FiringsCardProps {
  values: RuleValues
  backtest: Backtest
}

/** The newest incidents that the rule would have opened. */
export const FiringsCard = ({ values, backtest }: FiringsCardProps) => {
  const { incidents, fired, endTime } = backtest
  if (incidents.length === 0) return null
  const firings = incidents
    .map((one, index) => ({ ...one, number: index + 1 }))
    .slice(-shownMax)
    .toReversed()
  return (
    <Card
      isFlush
      title="Firings"
      description={
        fired > firings.length ? `The newest ${firings.length} of ${fired}` : 'Newest first'
      }
    >
      <DataTable
        label="Firings"
        columns={columnsFor(values, endTime)}
        rows={firings}
        rowKey={({ number }) => String(number)}
      />
    </Card>
  )
}
