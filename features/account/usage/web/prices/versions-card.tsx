import { Badge } from '@playhead/ui/badges/badge.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { Time } from '@playhead/web-kit/times/time.tsx'
import { monthName } from '../usage-texts.ts'
import type { PricesQuery, PriceVersion } from './use-prices.ts'

const columns: Column<PriceVersion>[] = [
  {
    id: 'version',
    title: 'Version',
    isMain: true,
    render: ({ version, isCurrent }) => (
      <span className="usage-name">
        <Link kind="quiet" href={`/operator/prices?version=${version}`}>
          Version {version}
        </Link>
        {isCurrent && <Badge>This month</Badge>}
      </span>
    ),
  },
  { id: 'from', title: 'Valid from', render: ({ validFrom }) => monthName(validFrom) },
  { id: 'currency', title: 'Currency', render: ({ currency }) => currency },
  { id: 'by', title: 'Entered by', render: ({ createdBy }) => createdBy ?? 'Command line' },
  {
    id: 'at',
    title: 'Entered',
    align: 'end',
    render: ({ createdAt }) => <Time at={createdAt} className="tabular-nums text-ink-2" />,
  },
]

export const VersionsCard = ({ query }: { query: PricesQuery }) => (
  <Card
    isFlush
    title="Versions"
    description="Versions never change. A month uses the newest version that was valid when it began."
    isFailing={query.isLoadingError}
  >
    <DataTable
      label="Versions"
      columns={columns}
      rows={query.data?.data.versions}
      rowKey={({ version }) => String(version)}
      skeletonRows={2}
      failure={
        query.isLoadingError
          ? { message: query.error.message, onRetry: () => void query.refetch() }
          : undefined
      }
      empty={<EmptyState title="No version yet">Each change of prices appears here.</EmptyState>}
    />
  </Card>
)
