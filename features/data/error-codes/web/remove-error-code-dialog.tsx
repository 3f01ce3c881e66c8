import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { applyingNote } from './applying-changes.tsx'
import { useErrorCodeChanges } from './use-error-code-changes.ts'

interface RemoveErrorCodeDialogProps {
  code: string
  onClose: () => void
}

export const RemoveErrorCodeDialog = ({ code, onClose }: RemoveErrorCodeDialogProps) => {
  const { remove } = useErrorCodeChanges()
  return (
    <ConfirmDialog
      isDanger
      onClose={onClose}
      onConfirm={() => remove(code)}
      title={`Remove the configuration of ${code}?`}
      confirmLabel="Remove"
    >
      The player decides again how the error counts, in stored views too. {applyingNote}
    </ConfirmDialog>
  )
}
