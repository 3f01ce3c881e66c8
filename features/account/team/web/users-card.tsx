import { useState } from 'react'
import { formatDate } from '@playhead/domain/format.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useSession } from '@playhead/web-kit/session/use-session.ts'
import { AdminSwitch } from './admin-switch.tsx'
import { EnvironmentsCell } from './environments-cell.tsx'
import { InviteControl } from './invite-control.tsx'
import { fullName, teamPageSize, type TeamUser, type useTeamUsers } from './use-team.ts'

const RemoveUserDialog = lazyDialog('RemoveUserDialog', () => import('./remove-user-dialog.tsx'))
const UserEnvironmentsDialog = lazyDialog(
  'UserEnvironmentsDialog',
  () => import('./user-environments-dialog.tsx'),
)

interface ColumnOptions {
  ownId: string | undefined
  edit: (user: TeamUser) => void
  remove: (user: TeamUser) => void
}

const columnsFor = ({ ownId, edit, remove }: ColumnOptions): Column<TeamUser>[] => [
  {
    id: 'name',
    title: 'Name',
    isMain: true,
    render: (user) => (
      <span className="inline-flex items-center gap-2">
        {fullName(user)}
        {user.id === ownId && <Badge>You</Badge>}
      </span>
    ),
  },
  { id: 'email', title: 'Email', render: ({ email }) => email },
  {
    id: 'admin',
    title: 'Admin',
    render: (user) => <AdminSwitch user={user} isSelf={user.id === ownId} />,
  },
  {
    id: 'environments',
    title: 'Environments',
    render: (user) => (
      <EnvironmentsCell
        isAdmin={user.organizationAdmin}
        environments={user.environments}
        of={fullName(user)}
        onEdit={() => edit(user)}
      />
    ),
  },
  {
    id: 'last_seen',
    title: 'Last seen',
    render: ({ lastSeenAt }) => (
      <span className="whitespace-nowrap tabular-nums text-ink-2">
        {lastSeenAt ? formatDate(lastSeenAt) : 'Never'}
      </span>
    ),
  },
  {
    id: 'remove',
    title: 'Remove',
    isTitleHidden: true,
    align: 'end',
    render: (user) =>
      user.id !== ownId && (
        <Button
          size="sm"
          kind="ghost"
          aria-label={`Remove ${fullName(user)}`}
          onClick={() => remove(user)}
        >
          Remove
        </Button>
      ),
  },
]

export const UsersCard = ({ list, page, hrefFor }: ReturnType<typeof useTeamUsers>) => {
  const { currentUser } = useSession()
  const [edited, setEdited] = useState<TeamUser>()
  const [removed, setRemoved] = useState<TeamUser>()
  const totalCount = list.data?.totalRowCount ?? 0
  return (
    <Card
      isFlush
      title="Team"
      description="Admins manage the organization and open every environment."
      isFailing={list.isLoadingError}
      actions={<InviteControl userCount={list.data?.totalRowCount} />}
    >
      <DataTable
        label="Team"
        columns={columnsFor({ ownId: currentUser?.id, edit: setEdited, remove: setRemoved })}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        skeletonRows={3}
        failure={
          list.isLoadingError
            ? { message: list.error.message, onRetry: () => void list.refetch() }
            : undefined
        }
        footer={
          totalCount > teamPageSize && (
            <Pagination
              page={page}
              pageSize={teamPageSize}
              totalCount={totalCount}
              hrefFor={hrefFor}
              label="Pages of the team"
            />
          )
        }
      />
      {edited && <UserEnvironmentsDialog user={edited} onClose={() => setEdited(undefined)} />}
      {removed && <RemoveUserDialog user={removed} onClose={() => setRemoved(undefined)} />}
    </Card>
  )
}
