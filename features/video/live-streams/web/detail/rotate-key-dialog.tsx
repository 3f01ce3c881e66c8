import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { liveStreams } from '../../contract.ts'
import { type AskingProps, changesStream } from './use-stream-call.ts'

export const RotateKeyDialog = ({ stream, isOpen, onClose }: AskingProps) => {
  const reset = useCall(liveStreams.resetStreamKey, { invalidates: changesStream, quiet: true })
  const confirm = () => reset.mutateAsync({ params: { id: stream.id } })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isDanger
      onClose={onClose}
      onConfirm={confirm}
      title="Rotate the stream key?"
      confirmLabel="Rotate key"
      doneToast="Stream key rotated"
    >
      {stream.activeAssetId === undefined
        ? 'The old key stops working at once. Put the new key into every encoder.'
        : 'The connected encoder is disconnected and the old key stops working, both at once. Put the new key into every encoder.'}
    </ConfirmDialog>
  )
}
