import { ConfirmDialog } from '@playhead/ui/confirm-dialog.tsx'
import { toasts } from '@playhead/ui/toast-store.ts'
import type { Dashboard } from './dashboard.ts'
import type { Dashboards } from './use-dashboards.ts'

interface DeleteDashboardDialogProps {
  dashboard: Dashboard
  remove: Dashboards['remove']
  onClose: () => void
  onDeleted: () => void
}

/** DASH-014 */
export const DeleteDashboardDialog = (props: DeleteDashboardDialogProps) => {
  const { dashboard, remove, onClose, onDeleted } = props
  const finish = () => {
    toasts.show({ type: 'success', title: 'Dashboard deleted' })
    onClose()
    onDeleted()
  }
  return (
    <ConfirmDialog
      isOpen
      isDanger
      onClose={() => !remove.isPending && onClose()}
      onConfirm={() =>
        remove.mutateAsync({ params: { id: dashboard.id } }).then(finish, () => undefined)
      }
      title={`Delete ${dashboard.displayName}?`}
      confirmLabel="Delete dashboard"
      error={remove.error?.message}
    >
      It is deleted for everybody in this environment. This action cannot be undone.
    </ConfirmDialog>
  )
}
