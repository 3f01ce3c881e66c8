import { useState } from 'react'
import { DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useIsAdmin } from '@playhead/web-kit/session/use-session.ts'
import { environmentColumns, type RowAction } from './environment-columns.tsx'
import {
  environmentPageSize,
  type EnvironmentRow,
  type useEnvironmentList,
} from './use-environment-list.ts'
import { useLastDays } from './use-last-days.ts'

const EnvironmentUsersDrawer = lazyDialog(
  'EnvironmentUsersDrawer',
  () => import('./environment-users-drawer.tsx'),
)
const EditEnvironmentDialog = lazyDialog(
  'EditEnvironmentDialog',
  () => import('./edit-environment-dialog.tsx'),
)
const DeleteEnvironmentDialog = lazyDialog(
  'DeleteEnvironmentDialog',
  () => import('./delete-environment-dialog.tsx'),
)

interface OpenAction {
  action: RowAction
  environment: EnvironmentRow
}

interface EnvironmentsTableProps {
  environments: ReturnType<typeof useEnvironmentList>
}

export const EnvironmentsTable = ({ environments }: EnvironmentsTableProps) => {
  const { list, page, hrefFor } = environments
  const isAdmin = useIsAdmin()
  const lastDays = useLastDays(page)
  const [open, setOpen] = useState<OpenAction>()
  const dialog = open && { environment: open.environment, onClose: () => setOpen(undefined) }
  const totalCount = list.data?.totalRowCount ?? 0
  return (
    <>
      <DataTable
        label="Environments"
        columns={environmentColumns({
          isAdmin,
          lastDays,
          onAction: (action, environment) => setOpen({ action, environment }),
        })}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        skeletonRows={3}
        failure={
          list.isLoadingError
            ? { message: list.error.message, onRetry: () => void list.refetch() }
            : undefined
        }
        empty={
          <EmptyState title="No environments yet">
            {isAdmin
              ? 'Each one keeps its own videos, views and access tokens. Create the first one.'
              : 'Ask an administrator of the organization to let you open one.'}
          </EmptyState>
        }
        footer={
          totalCount > environmentPageSize && (
            <Pagination
              page={page}
              pageSize={environmentPageSize}
              totalCount={totalCount}
              hrefFor={hrefFor}
              label="Pages of environments"
            />
          )
        }
      />
      {dialog && open.action === 'users' && <EnvironmentUsersDrawer {...dialog} />}
      {dialog && open.action === 'edit' && <EditEnvironmentDialog {...dialog} />}
      {dialog && open.action === 'delete' && <DeleteEnvironmentDialog {...dialog} />}
    </>
  )
}
