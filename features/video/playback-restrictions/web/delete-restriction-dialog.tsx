import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
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
  return (
    <ConfirmDialog
      isDanger
      onClose={onClose}
      onConfirm={() => remove.mutateAsync({ params: { id: restriction.id } })}
      doneToast="Restriction deleted"
      title="Delete this restriction?"
      confirmLabel="Delete restriction"
    >
      <p className="break-words">{domainsText(restriction.referrer.allowedDomains)}</p>
      <p className="mt-2">Tokens that name it stop working. This cannot be undone.</p>
    </ConfirmDialog>
  )
}
