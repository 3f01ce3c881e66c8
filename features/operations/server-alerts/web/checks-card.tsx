import { Badge } from '@playhead/ui/badges/badge.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import type { CheckRow, ServerAlertsQuery } from './use-server-alerts.ts'

const LevelBadge = ({ level }: Pick<CheckRow, 'level'>) => {
  switch (level) {
    case 'well':
      return <Badge tone="good">OK</Badge>
    case 'warning':
      return <Badge tone="warn">Warning</Badge>
    case 'alert':
      return <Badge tone="bad">Alert</Badge>
    case null:
      return <Badge>Unknown</Badge>
  }
}

const columns: Column<CheckRow>[] = [
  { id: 'check', title: 'Check', isMain: true, width: 220, render: ({ title }) => title },
  { id: 'level', title: 'State', width: 120, render: ({ level }) => <LevelBadge level={level} /> },
  {
    id: 'sentence',
    title: 'Details',
    render: ({ sentence, level }) => (
      <span className="text-ink-2">
        {sentence || (level === null ? 'It could not be read.' : '–')}
      </span>
    ),
  },
]

export const ChecksCard = ({ query }: { query: ServerAlertsQuery }) => (
  <Card
    isFlush
    title="Checks"
    description="What this server watches about itself. A problem that lasts a minute opens an alert."
    isFailing={query.isLoadingError}
  >
    <DataTable
      label="Checks"
      columns={columns}
      rows={query.data?.data.checks}
      rowKey={({ name }) => name}
      skeletonRows={6}
      failure={
        query.isLoadingError
          ? { message: query.error.message, onRetry: () => void query.refetch() }
          : undefined
      }
      empty={
        <EmptyState title="Nothing is checked">This process has no parts to check.</EmptyState>
      }
    />
  </Card>
)
