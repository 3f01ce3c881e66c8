import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { streamingExports } from '../contract.ts'
import { destinationText } from './export-texts.ts'
import type { ExportEntry } from './use-streaming-exports.ts'

interface DeleteExportDialogProps {
  entry: ExportEntry
  onClose: () => void
}

export const DeleteExportDialog = ({ entry, onClose }: DeleteExportDialogProps) => {
  const remove = useCall(streamingExports.remove, {
    invalidates: [streamingExports.list],
    quiet: true,
  })
  return (
    <ConfirmDialog
      isDanger
      onClose={onClose}
      onConfirm={() => remove.mutateAsync({ params: { id: entry.id } })}
      doneToast="Export deleted"
      title="Delete this export?"
      confirmLabel="Delete export"
    >
      <p className="wrap-anywhere">{destinationText(entry)}</p>
      <p className="mt-2">
        No more views are sent there, and its keys are deleted here. What was sent stays where it
        is.
      </p>
    </ConfirmDialog>
  )
}
