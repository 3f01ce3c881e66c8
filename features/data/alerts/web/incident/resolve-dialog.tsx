import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { useIncidentCalls } from '../use-incidents.ts'

interface ResolveDialogProps {
  isOpen: boolean
  onClose: () => void
  id: string
}

export const ResolveDialog = ({ isOpen, onClose, id }: ResolveDialogProps) => {
  const { resolve } = useIncidentCalls()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => resolve.mutateAsync({ params: { id } })}
      doneToast="Incident resolved"
      title="Resolve this incident?"
      confirmLabel="Resolve"
    >
      <p>It ends now. Its rule opens another only after the value has been good again.</p>
    </ConfirmDialog>
  )
}
