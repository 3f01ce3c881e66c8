import { formatNumber } from '@playhead/domain/format.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { type PlayerReport, useConformance } from './use-collector.ts'
import type { ChosenEnvironment } from './use-environment-choice.ts'

type Key = PlayerReport['keys'][number]

const formatLabels = { dash: 'DASH', hls: 'HLS', smooth: 'Smooth', other: 'Other' } as const

const Keys = ({ keys }: { keys: Key[] }) =>
  keys.length === 0 ? (
    <span className="text-ink-3">None</span>
  ) : (
    <span className="font-mono text-sm break-words">{keys.map(({ key }) => key).join(' ')}</span>
  )

const columns: Column<PlayerReport>[] = [
  {
    id: 'player',
    title: 'Player',
    isMain: true,
    render: ({ player, playerVersion }) => (
      <span>
        {player ?? 'Not named'}{' '}
        {playerVersion && <span className="font-normal text-ink-3">{playerVersion}</span>}
      </span>
    ),
  },
  {
    id: 'formats',
    title: 'Formats',
    render: ({ streamingFormats }) =>
      streamingFormats.map((format) => formatLabels[format]).join(', ') || '–',
  },
  {
    id: 'reports',
    title: 'Reports',
    align: 'end',
    render: ({ reportCount }) => formatNumber(reportCount),
  },
  {
    id: 'present',
    title: 'Keys sent',
    align: 'end',
    render: ({ keys }) => {
      const known = keys.filter(({ verdict }) => verdict !== 'unknown')
      return `${known.filter(({ presentCount }) => presentCount > 0).length} of ${known.length}`
    },
  },
  {
    id: 'missing',
    title: 'Required and missing',
    render: ({ keys }) => (
      <Keys keys={keys.filter(({ isRequired, missingCount }) => isRequired && missingCount > 0)} />
    ),
  },
  {
    id: 'malformed',
    title: 'Malformed',
    render: ({ keys }) => <Keys keys={keys.filter(({ malformedCount }) => malformedCount > 0)} />,
  },
]

export const ConformanceCard = ({
  environment,
}: {
  environment: ChosenEnvironment | undefined
}) => {
  const report = useConformance(environment?.id)
  return (
    <Card
      isFlush
      title="CMCD conformance"
      description={
        environment
          ? `How the players of ${environment.name} kept to the standard in the last 30 days.`
          : 'How players kept to the standard in the last 30 days.'
      }
      isFailing={report.isLoadingError}
    >
      <DataTable
        label="CMCD conformance"
        columns={columns}
        rows={report.data?.data}
        rowKey={({ player, playerVersion }) => `${player} ${playerVersion}`}
        skeletonRows={2}
        failure={
          report.isLoadingError
            ? { message: report.error.message, onRetry: () => void report.refetch() }
            : undefined
        }
        empty={
          <EmptyState title="No CMCD reports">
            Players that report by CMCD show up here, with the keys they lack.
          </EmptyState>
        }
      />
    </Card>
  )
}
