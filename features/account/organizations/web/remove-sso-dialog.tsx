import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { organizations } from '../contract.ts'

export const RemoveSsoDialog = ({ onClose }: { onClose: () => void }) => {
  const remove = useCall(organizations.removeSso, {
    invalidates: [organizations.retrieveSso, organizations.listChanges],
    quiet: true,
  })
  return (
    <ConfirmDialog
      isDanger
      onClose={onClose}
      onConfirm={() => remove.mutateAsync()}
      title="Remove single sign-on?"
      confirmLabel="Remove"
      doneToast="Single sign-on removed"
    >
      Members then sign in with their password. Members without one can set it with “Forgot
      password”.
    </ConfirmDialog>
  )
}
