import { useState } from 'react'
import { formatDay, formatNumber } from '@playhead/domain/format.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { SearchField } from '@playhead/ui/fields/search-field.tsx'
import { MasqueradeButton } from './masquerade-button.tsx'
import { OrganizationDrawer } from './organization-drawer.tsx'
import {
  type OperatedOrganization,
  organizationPageSize,
  useOrganizationList,
} from './use-organization-list.ts'

const columnsFor = (
  edit: (organization: OperatedOrganization) => void,
): Column<OperatedOrganization>[] => [
  {
    id: 'name',
    title: 'Name',
    isMain: true,
    render: ({ name, accountNotifications, cancelledAt }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        {name}
        {cancelledAt && <Badge tone="bad">Cancelled</Badge>}
        {accountNotifications.length > 0 && (
          <Badge tone="warn">
            {accountNotifications.length === 1
              ? '1 notice'
              : `${accountNotifications.length} notices`}
          </Badge>
        )}
      </span>
    ),
  },
  { id: 'plan', title: 'Plan', render: ({ plan }) => plan },
  {
    id: 'overrides',
    title: 'Overrides',
    align: 'end',
    render: ({ overrides }) => formatNumber(Object.keys(overrides).length),
  },
  {
    id: 'users',
    title: 'Users',
    align: 'end',
    render: ({ userCount }) => formatNumber(userCount),
  },
  {
    id: 'environments',
    title: 'Environments',
    align: 'end',
    render: ({ environmentCount }) => formatNumber(environmentCount),
  },
  {
    id: 'created',
    title: 'Created',
    render: ({ createdAt }) => (
      <span className="whitespace-nowrap tabular-nums">{formatDay(createdAt)}</span>
    ),
  },
  {
    id: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    align: 'end',
    render: (organization) => (
      <span className="inline-flex gap-1">
        <Button
          size="sm"
          kind="ghost"
          aria-label={`Edit ${organization.name}`}
          onClick={() => edit(organization)}
        >
          Edit
        </Button>
        <MasqueradeButton organization={organization} />
      </span>
    ),
  },
]

export const OrganizationsCard = () => {
  const { list, page, text, setText, searched, hrefFor } = useOrganizationList()
  const [edited, setEdited] = useState<OperatedOrganization>()
  const totalCount = list.data?.totalRowCount ?? 0
  return (
    <Card
      isFlush
      title="Organizations"
      isFailing={list.isLoadingError}
      actions={<SearchField label="Search organizations" value={text} onChange={setText} />}
    >
      <DataTable
        label="Organizations"
        columns={columnsFor(setEdited)}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        failure={
          list.isLoadingError
            ? { message: list.error.message, onRetry: () => void list.refetch() }
            : undefined
        }
        empty={
          <EmptyState
            title={searched ? `No organization matches “${searched}”` : 'No organizations yet'}
          />
        }
        footer={
          totalCount > organizationPageSize && (
            <Pagination
              page={page}
              pageSize={organizationPageSize}
              totalCount={totalCount}
              hrefFor={hrefFor}
              label="Pages of organizations"
            />
          )
        }
      />
      {edited && <OrganizationDrawer organization={edited} onClose={() => setEdited(undefined)} />}
    </Card>
  )
}
