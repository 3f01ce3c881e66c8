import { useState } from 'react'
import { Avatar } from '@playhead/ui/badges/avatar.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Chip } from '@playhead/ui/badges/chip.tsx'
import { DataTable } from '@playhead/ui/tables/data-table.tsx'
import type { Column } from '@playhead/ui/tables/data-table.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { DownloadIcon } from '@playhead/ui/icons/subject-icons.ts'
import { Inline } from '@playhead/ui/layout/layout.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { LinkTabs } from '@playhead/ui/navigation/link-tabs.tsx'
import { pageLink } from '@playhead/ui/tables/page-link.ts'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { PanelTabs } from '@playhead/ui/navigation/panel-tabs.tsx'
import { ScoreBadge } from '@playhead/ui/badges/score-badge.tsx'
import type { Sort } from '@playhead/ui/tables/sort.ts'
import { formatNumber } from '@playhead/domain/format.ts'
import { KitSection } from './kit-section.tsx'

interface BrowserRow {
  name: string
  score: number | null
  views: number
}

const browsers: BrowserRow[] = [
  { name: 'Chrome', score: 88.9, views: 41_208 },
  { name: 'Safari', score: 86.1, views: 28_917 },
  { name: 'Edge', score: 85.4, views: 9302 },
  { name: 'Samsung Internet', score: 79.2, views: 6811 },
  { name: 'Tizen', score: 62.5, views: 2118 },
  { name: 'webOS', score: null, views: 12 },
]

const columns: Column<BrowserRow>[] = [
  {
    id: 'name',
    title: 'Browser',
    isMain: true,
    render: (row) => (
      <Link kind="plain" href={`#${row.name}`}>
        {row.name}
      </Link>
    ),
  },
  {
    id: 'score',
    title: 'Score',
    align: 'end',
    isSortable: true,
    render: (row) => <ScoreBadge score={row.score} />,
  },
  {
    id: 'views',
    title: 'Views',
    align: 'end',
    isSortable: true,
    render: (row) => formatNumber(row.views),
  },
]

function sorted(rows: BrowserRow[], sort: Sort): BrowserRow[] {
  const sign = sort.direction === 'asc' ? 1 : -1
  const valueOf = (row: BrowserRow) => (sort.column === 'score' ? (row.score ?? -1) : row.views)
  return rows.toSorted((a, b) => sign * (valueOf(a) - valueOf(b)))
}

function Tables() {
  const [sort, setSort] = useState<Sort>({ column: 'views', direction: 'desc' })
  const base = { columns, rowKey: (row: BrowserRow) => row.name, skeletonRows: 4 }
  return (
    <>
      <Card id="table" title="Table" isFlush>
        <DataTable
          {...base}
          label="Views by browser"
          rows={sorted(browsers, sort)}
          sort={sort}
          onSort={setSort}
          footer={
            <div className="w-full">
              <Pagination
                page={3}
                totalCount={1284}
                hrefFor={(page) => pageLink('/__kit#table', page)}
              />
            </div>
          }
        />
      </Card>
      <div className="grid gap-3 lg:grid-cols-3">
        <Card title="Loading table" isFlush>
          <DataTable {...base} label="Loading browsers" rows={undefined} />
        </Card>
        <Card title="Empty table" isFlush>
          <DataTable {...base} label="No browsers" rows={[]} />
        </Card>
        <Card title="Failed table" isFlush isFailing>
          <DataTable
            {...base}
            label="Failed browsers"
            rows={undefined}
            failure={{
              message: 'The server took too long to answer.',
              onRetry: () => undefined,
            }}
          />
        </Card>
      </div>
    </>
  )
}

export const KitContent = () => {
  const [panel, setPanel] = useState('description')
  const [filters, setFilters] = useState(['Country', 'Stream type', 'Startup time', 'Browser'])
  return (
    <>
      <KitSection id="tabs" title="Tabs and chips">
        <LinkTabs
          label="Metric views"
          selectedId="breakdown"
          tabs={[
            { id: 'description', label: 'Description', href: '#description' },
            { id: 'breakdown', label: 'Breakdown', href: '#breakdown' },
            { id: 'insights', label: 'Insights', href: '#insights', count: 5 },
          ]}
          aside={
            <Button kind="ghost" size="sm" icon={<DownloadIcon size={14} />}>
              Download CSV
            </Button>
          }
        />
        <PanelTabs
          label="Asset details"
          selectedId={panel}
          onChange={setPanel}
          tabs={[
            { id: 'description', label: 'About', content: 'What this asset is.' },
            { id: 'events', label: 'Events', count: 12, content: 'What happened to it.' },
          ]}
        />
        <Inline>
          {filters.map((name, index) => (
            <Chip
              key={name}
              index={index}
              name={name}
              onRemove={() => setFilters(filters.filter((filter) => filter !== name))}
            >
              is something
            </Chip>
          ))}
        </Inline>
      </KitSection>
      <Tables />
      <KitSection id="details" title="Details and avatars">
        <Inline>
          <Avatar name="Northlight TV" />
          <Avatar name="Mara Keller" isRound />
        </Inline>
        <DescriptionList
          items={[
            { term: 'Created', detail: 'Nov 21, 2026, 12:00' },
            { term: 'Duration', detail: '3 h 12 m' },
            { term: 'Resolution', detail: '1080p' },
          ]}
        />
      </KitSection>
    </>
  )
}
