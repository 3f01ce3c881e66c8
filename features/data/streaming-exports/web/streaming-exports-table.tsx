import { useState } from 'react'
import { DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { useIsAdmin } from '@playhead/web-kit/session/use-session.ts'
import { type ExportKind, streamingExports } from '../contract.ts'
import { type ExportAction, exportColumns } from './export-columns.tsx'
import { everyText } from './export-texts.ts'
import type { ExportEntry, useStreamingExports } from './use-streaming-exports.ts'

const EditExportDialog = lazyDialog('EditExportDialog', () => import('./edit-export-dialog.tsx'))
const RestartExportDialog = lazyDialog(
  'RestartExportDialog',
  () => import('./restart-export-dialog.tsx'),
)
const DeleteExportDialog = lazyDialog(
  'DeleteExportDialog',
  () => import('./delete-export-dialog.tsx'),
)

/** Actions without a dialog. */
const useDirectActions = () => {
  const update = useCall(streamingExports.update, { invalidates: [streamingExports.list] })
  const test = useCall(streamingExports.sendTest)
  const setEnabled = ({ id }: ExportEntry, enabled: boolean) =>
    update.mutate(
      { params: { id }, body: { streamingExport: { enabled } } },
      {
        onSuccess: () =>
          toasts.show({ type: 'success', title: enabled ? 'Export resumed' : 'Export paused' }),
      },
    )
  const sendTest = ({ id }: ExportEntry) => {
    const toast = toasts.show({ type: 'info', title: 'Sending a test…' })
    test.mutate(
      { params: { id } },
      {
        onSuccess: ({ data: { delivered, error } }) =>
          toasts.show({
            id: toast,
            ...(delivered
              ? { type: 'success', title: 'The test was accepted' }
              : { type: 'error', title: 'The test was refused', description: error ?? '' }),
          }),
        onError: () => toasts.dismiss(toast),
      },
    )
  }
  return { setEnabled, sendTest }
}

interface StreamingExportsTableProps {
  list: ReturnType<typeof useStreamingExports>
  environmentName: string
  kinds: readonly ExportKind[]
}

export const StreamingExportsTable = ({
  list,
  environmentName,
  kinds,
}: StreamingExportsTableProps) => {
  const isAdmin = useIsAdmin()
  const { setEnabled, sendTest } = useDirectActions()
  const [open, setOpen] = useState<{ action: ExportAction; entry: ExportEntry }>()
  const act = (action: ExportAction, entry: ExportEntry) => {
    if (action === 'test') sendTest(entry)
    else if (action === 'pause' || action === 'resume') setEnabled(entry, action === 'resume')
    else setOpen({ action, entry })
  }
  const dialog = open && { entry: open.entry, onClose: () => setOpen(undefined) }
  return (
    <>
      <DataTable
        label="Streaming exports"
        columns={exportColumns({ onAction: isAdmin ? act : undefined })}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        skeletonRows={3}
        failure={
          list.isLoadingError
            ? { message: list.error.message, onRetry: () => void list.refetch() }
            : undefined
        }
        empty={
          <EmptyState title="No streaming exports yet">
            Create one to have {everyText(kinds)} of {environmentName} in a warehouse or a bucket of
            yours.
          </EmptyState>
        }
      />
      {dialog && open.action === 'edit' && <EditExportDialog {...dialog} />}
      {dialog && open.action === 'restart' && <RestartExportDialog {...dialog} />}
      {dialog && open.action === 'delete' && <DeleteExportDialog {...dialog} />}
    </>
  )
}
