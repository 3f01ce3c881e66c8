import { ConfirmDialog } from '@playhead/ui/confirm-dialog.tsx'
import { toasts } from '@playhead/ui/toast-store.ts'
import { useCall } from '@playhead/web-kit/query.ts'
import { organizations } from '../contract.ts'

export const RemoveSsoDialog = ({ onClose }: { onClose: () => void }) => {
  const remove = useCall(organizations.removeSso, {
    invalidates: [organizations.retrieveSso, organizations.listChanges],
    quiet: true,
  })
  const finish = () => {
    onClose()
    toasts.show({ type: 'success', title: 'Single sign-on removed' })
  }
  return (
    <ConfirmDialog
      isOpen
      isDanger
      onClose={onClose}
      onConfirm={() => remove.mutateAsync().then(finish, () => undefined)}
      title="Remove single sign-on?"
      confirmLabel="Remove"
      error={remove.error?.message}
    >
      Members then sign in with their password. Whoever never chose one can do so with “Forgot
      password”.
    </ConfirmDialog>
  )
}
