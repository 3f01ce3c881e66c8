import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { incidentNotificationRules } from '../../contract.ts'
import { mutedText } from './mute-columns.tsx'
import type { Mute } from './use-mutes.ts'

interface DeleteMuteDialogProps {
  mute: Mute
  onClose: () => void
}

export const DeleteMuteDialog = ({ mute, onClose }: DeleteMuteDialogProps) => {
  const remove = useCall(incidentNotificationRules.removeRule, {
    invalidates: [incidentNotificationRules.listRules],
    quiet: true,
  })
  return (
    <ConfirmDialog
      isDanger
      onClose={onClose}
      onConfirm={() => remove.mutateAsync({ params: { id: mute.id } })}
      doneToast="Silenced values deleted"
      title="Delete these silenced values?"
      confirmLabel="Delete silenced values"
    >
      <p className="break-words">{mutedText(mute)}</p>
      {mute.action === 'reject' && (
        <p className="mt-2">
          Notifications held back by this are sent if their incident is still open.
        </p>
      )}
    </ConfirmDialog>
  )
}
