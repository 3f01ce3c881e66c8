import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { signingKeys } from '../contract.ts'
import type { SigningKeyEntry } from './use-signing-keys.ts'

interface RemoveSigningKeyDialogProps {
  signingKey: SigningKeyEntry
  onClose: () => void
}

/** ACCT-078 */
export const RemoveSigningKeyDialog = ({ signingKey, onClose }: RemoveSigningKeyDialogProps) => {
  const remove = useCall(signingKeys.remove, { invalidates: [signingKeys.list], quiet: true })
  return (
    <ConfirmDialog
      isDanger
      onClose={onClose}
      onConfirm={() => remove.mutateAsync({ params: { id: signingKey.id } })}
      doneToast="Signing key removed"
      title="Remove this signing key?"
      confirmLabel="Remove key"
    >
      <p className="font-mono text-xs break-all">{signingKey.id}</p>
      <p className="mt-2">
        Tokens signed with it stop working within seconds. This cannot be undone.
      </p>
    </ConfirmDialog>
  )
}
