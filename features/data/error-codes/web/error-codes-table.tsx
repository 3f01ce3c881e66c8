import { useState } from 'react'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { MoreIcon } from '@playhead/ui/icons/icons.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { LazyMenu } from '@playhead/web-kit/chunks/lazy-popup.tsx'
import { Time } from '@playhead/web-kit/times/time.tsx'
import { progressText } from './applying-changes.tsx'
import { SeverityBadge } from './severity-badge.tsx'
import type { ErrorCodeRow, useErrorCodes } from './use-error-codes.ts'

const EditErrorCodeDialog = lazyDialog(
  'EditErrorCodeDialog',
  () => import('./edit-error-code-dialog.tsx'),
)
const RemoveErrorCodeDialog = lazyDialog(
  'RemoveErrorCodeDialog',
  () => import('./remove-error-code-dialog.tsx'),
)

type RowAction = 'edit' | 'remove'

const appliedText = ({ progress }: ErrorCodeRow) =>
  !progress || progress.status === 'finished' ? 'To all views' : progressText(progress)

const columns: Column<ErrorCodeRow>[] = [
  {
    id: 'code',
    title: 'Error code',
    isMain: true,
    render: ({ code }) => <span className="font-mono text-sm break-all">{code}</span>,
  },
  {
    id: 'severity',
    title: 'Severity',
    render: ({ errorSeverity }) => <SeverityBadge severity={errorSeverity} />,
  },
  {
    id: 'exception',
    title: 'Business exception',
    render: ({ isBusinessException }) => (isBusinessException ? 'Yes' : 'No'),
  },
  {
    id: 'applied',
    title: 'Applied',
    render: (row) => <span className="tabular-nums">{appliedText(row)}</span>,
  },
  {
    id: 'updated',
    title: 'Changed',
    render: ({ updatedAt }) => <Time at={updatedAt} />,
  },
]

const actionsColumn = (
  onAction: (action: RowAction, row: ErrorCodeRow) => void,
): Column<ErrorCodeRow> => ({
  id: 'actions',
  title: 'Actions',
  isTitleHidden: true,
  align: 'end',
  width: 50,
  render: (row) => (
    <LazyMenu
      label={`Actions for ${row.code}`}
      placement="bottom end"
      trigger={<IconButton size="sm" icon={<MoreIcon />} label={`Actions for ${row.code}`} />}
      items={[
        { id: 'edit', label: 'Edit', onSelect: () => onAction('edit', row) },
        { id: 'remove', label: 'Remove', isDanger: true, onSelect: () => onAction('remove', row) },
      ]}
    />
  ),
})

interface ErrorCodesTableProps {
  list: ReturnType<typeof useErrorCodes>
  canChange: boolean
}

export const ErrorCodesTable = ({ list, canChange }: ErrorCodesTableProps) => {
  const [open, setOpen] = useState<{ action: RowAction; row: ErrorCodeRow }>()
  const close = () => setOpen(undefined)
  const actions = actionsColumn((action, row) => setOpen({ action, row }))
  return (
    <>
      <DataTable
        label="Error codes"
        columns={canChange ? [...columns, actions] : columns}
        rows={list.data?.data}
        rowKey={({ code }) => code}
        skeletonRows={3}
        failure={
          list.isLoadingError
            ? { message: list.error.message, onRetry: () => void list.refetch() }
            : undefined
        }
        empty={
          <EmptyState title="No error codes are configured">
            {canChange
              ? 'The player decides how errors count. Add a code to change that.'
              : 'The player decides how errors count. Administrators can change that for a code.'}
          </EmptyState>
        }
      />
      {open?.action === 'edit' && (
        <EditErrorCodeDialog code={open.row.code} values={open.row} onClose={close} />
      )}
      {open?.action === 'remove' && <RemoveErrorCodeDialog code={open.row.code} onClose={close} />}
    </>
  )
}
