import { ConfirmDialog } from '@playhead/ui/confirm-dialog.tsx'
import { toasts } from '@playhead/ui/toast-store.ts'
import { useCall } from '@playhead/web-kit/query.ts'
import { signingKeys } from '../contract.ts'
import type { SigningKeyEntry } from './use-signing-keys.ts'

interface RemoveKeyDialogProps {
  signingKey: SigningKeyEntry
  onClose: () => void
}

/** ACCT-078 */
export const RemoveKeyDialog = ({ signingKey, onClose }: RemoveKeyDialogProps) => {
  const remove = useCall(signingKeys.remove, { invalidates: [signingKeys.list], quiet: true })
  const confirm = async () => {
    await remove.mutateAsync({ params: { id: signingKey.id } })
    toasts.show({ type: 'success', title: 'Signing key removed' })
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen
      isDanger
      onClose={onClose}
      onConfirm={confirm}
      title="Remove this signing key?"
      confirmLabel="Remove key"
    >
      <p className="font-mono text-xs break-all">{signingKey.id}</p>
      <p className="mt-2">
        Tokens that were signed with it open nothing any more, within seconds. This cannot be
        undone.
      </p>
    </ConfirmDialog>
  )
}
