import { ConfirmDialog } from '@playhead/ui/confirm-dialog.tsx'
import { toasts } from '@playhead/ui/toast-store.ts'
import { useCall } from '@playhead/web-kit/query.ts'
import { playbackRestrictions } from '../contract.ts'
import { domainsText } from './restriction-texts.ts'
import type { Restriction } from './use-playback-restrictions.ts'

interface DeleteRestrictionDialogProps {
  restriction: Restriction
  onClose: () => void
}

export const DeleteRestrictionDialog = ({ restriction, onClose }: DeleteRestrictionDialogProps) => {
  const remove = useCall(playbackRestrictions.remove, {
    invalidates: [playbackRestrictions.list],
    quiet: true,
  })
  const confirm = async () => {
    await remove.mutateAsync({ params: { id: restriction.id } })
    toasts.show({ type: 'success', title: 'Restriction deleted' })
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen
      isDanger
      onClose={onClose}
      onConfirm={confirm}
      title="Delete this restriction?"
      confirmLabel="Delete restriction"
    >
      <p className="break-words">{domainsText(restriction.referrer.allowedDomains)}</p>
      <p className="mt-2">Tokens that name it open nothing any more. This cannot be undone.</p>
    </ConfirmDialog>
  )
}
