import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { useRemoveAnnotation } from './save-annotation.ts'
import type { NotedMoment } from './use-annotations.ts'

interface RemoveAnnotationDialogProps {
  isOpen: boolean
  onClose: () => void
  annotation: NotedMoment
}

/** METR-097 */
export const RemoveAnnotationDialog = ({
  isOpen,
  onClose,
  annotation,
}: RemoveAnnotationDialogProps) => {
  const remove = useRemoveAnnotation()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete annotation"
      confirmLabel="Delete"
      isDanger
      onConfirm={() => remove.mutateAsync({ params: { id: annotation.id } })}
    >
      “{annotation.note}” disappears from every chart. This cannot be undone.
    </ConfirmDialog>
  )
}
