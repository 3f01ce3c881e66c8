import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { reloadSession } from '@playhead/web-kit/session/session-loader.ts'
import { environments } from '../contract.ts'
import { failureToast } from './failure-toast.ts'
import type { EnvironmentRow } from './use-environment-list.ts'

interface DeleteEnvironmentDialogProps {
  environment: EnvironmentRow
  onClose: () => void
}

/** ACCT-044, ACCT-045 */
export const DeleteEnvironmentDialog = ({ environment, onClose }: DeleteEnvironmentDialogProps) => {
  const remove = useCall(environments.remove, {
    invalidates: [environments.list],
    handleError: failureToast('Environment delete failed'),
  })
  return (
    <ConfirmDialog
      isDanger
      onClose={() => !remove.isPending && onClose()}
      onConfirm={() =>
        remove.mutateAsync({ params: { id: environment.id }, query: { name: environment.name } })
      }
      title={`Delete ${environment.name}?`}
      confirmLabel="Delete environment"
      typedConfirmation={environment.name}
      doneToast="Environment deleted"
      onDone={() => void reloadSession()}
    >
      Its videos, views, access tokens and settings are deleted with it. This action cannot be
      undone.
    </ConfirmDialog>
  )
}
