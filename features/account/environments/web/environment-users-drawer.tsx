import { useQuery } from '@tanstack/react-query'
import { pageLimits } from '@playhead/contract-kit/paging.ts'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { Drawer } from '@playhead/ui/overlays/drawer.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { query } from '@playhead/web-kit/queries/query.ts'
import { environments } from '../contract.ts'
import type { EnvironmentRow } from './use-environment-list.ts'

interface EnvironmentUser {
  id: string
  firstName: string
  lastName: string
  email: string
  organizationAdmin: boolean
}

const columns: Column<EnvironmentUser>[] = [
  {
    id: 'name',
    title: 'Name',
    isMain: true,
    render: ({ firstName, lastName, email }) => `${firstName} ${lastName}`.trim() || email,
  },
  { id: 'email', title: 'Email', render: ({ email }) => email },
  {
    id: 'role',
    title: 'Role',
    render: ({ organizationAdmin }) => (organizationAdmin ? 'Admin' : 'Member'),
  },
]

interface EnvironmentUsersDrawerProps {
  environment: EnvironmentRow
  onClose: () => void
}

/** ACCT-046 */
export const EnvironmentUsersDrawer = ({ environment, onClose }: EnvironmentUsersDrawerProps) => {
  const users = useQuery(
    query(
      environments.listUsers,
      { params: { id: environment.id }, query: { limit: pageLimits.maxLimit } },
      { quiet: true },
    ),
  )
  const shown = users.data?.data.length ?? 0
  const total = users.data?.totalRowCount ?? 0
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={`Users of ${environment.name}`}
      description="They may open this environment. Admins of the organization may open every one."
    >
      <div className="rounded-lg border border-line">
        <DataTable
          label={`Users of ${environment.name}`}
          columns={columns}
          rows={users.data?.data}
          rowKey={({ id }) => id}
          skeletonRows={3}
          failure={
            users.isLoadingError
              ? { message: users.error.message, onRetry: () => void users.refetch() }
              : undefined
          }
          empty={<EmptyState title="No one has access yet" />}
          footer={total > shown && `The first ${shown} of ${total} users.`}
        />
      </div>
    </Drawer>
  )
}
