import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import type { Dashboard } from './dashboard.ts'
import type { Dashboards } from '../use-dashboards.ts'

interface DeleteDashboardDialogProps {
  dashboard: Dashboard
  remove: Dashboards['remove']
  onClose: () => void
  onDeleted: () => void
}

/** DASH-014 */
export const DeleteDashboardDialog = (props: DeleteDashboardDialogProps) => {
  const { dashboard, remove, onClose, onDeleted } = props
  return (
    <ConfirmDialog
      isDanger
      onClose={() => !remove.isPending && onClose()}
      onConfirm={() => remove.mutateAsync({ params: { id: dashboard.id } })}
      title={`Delete ${dashboard.displayName}?`}
      confirmLabel="Delete dashboard"
      doneToast="Dashboard deleted"
      onDone={onDeleted}
    >
      It is deleted for everyone in this environment. This action cannot be undone.
    </ConfirmDialog>
  )
}
