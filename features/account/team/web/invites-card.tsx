import { useState } from 'react'
import { formatDate, formatDay } from '@playhead/domain/format.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { EnvironmentsCell } from './environments-cell.tsx'
import { DeleteInviteButton } from './delete-invite-button.tsx'
import { InviteAdminSwitch } from './invite-admin-switch.tsx'
import { type Invite, teamPageSize, type useInvites } from './use-team.ts'

const InviteEnvironmentsDialog = lazyDialog(
  'InviteEnvironmentsDialog',
  () => import('./invite-environments-dialog.tsx'),
)

const columnsFor = (edit: (invite: Invite) => void): Column<Invite>[] => [
  { id: 'email', title: 'Email', isMain: true, render: ({ email }) => email },
  { id: 'admin', title: 'Admin', render: (invite) => <InviteAdminSwitch invite={invite} /> },
  {
    id: 'environments',
    title: 'Environments',
    render: (invite) => (
      <EnvironmentsCell
        isAdmin={invite.admin}
        environments={invite.environments}
        of={invite.email}
        onEdit={() => edit(invite)}
      />
    ),
  },
  {
    id: 'sent',
    title: 'Sent',
    render: ({ createdAt }) => (
      <span className="whitespace-nowrap tabular-nums text-ink-2">{formatDate(createdAt)}</span>
    ),
  },
  {
    id: 'expires',
    title: 'Open until',
    render: ({ expiresAt }) => (
      <span className="whitespace-nowrap tabular-nums text-ink-2">{formatDay(expiresAt)}</span>
    ),
  },
  {
    id: 'delete',
    title: 'Delete',
    isTitleHidden: true,
    align: 'end',
    render: (invite) => <DeleteInviteButton invite={invite} />,
  },
]

export const InvitesCard = ({ list, page, hrefFor }: ReturnType<typeof useInvites>) => {
  const [edited, setEdited] = useState<Invite>()
  const totalCount = list.data?.totalRowCount ?? 0
  return (
    <Card isFlush title="Open invites" isFailing={list.isLoadingError}>
      <DataTable
        label="Open invites"
        columns={columnsFor(setEdited)}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        skeletonRows={1}
        failure={
          list.isLoadingError
            ? { message: list.error.message, onRetry: () => void list.refetch() }
            : undefined
        }
        empty={
          <EmptyState title="No open invites">
            People you invite are listed here until they join.
          </EmptyState>
        }
        footer={
          totalCount > teamPageSize && (
            <Pagination
              page={page}
              pageSize={teamPageSize}
              totalCount={totalCount}
              hrefFor={hrefFor}
              label="Pages of open invites"
            />
          )
        }
      />
      {edited && <InviteEnvironmentsDialog invite={edited} onClose={() => setEdited(undefined)} />}
    </Card>
  )
}
