import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { liveStreams } from '../../contract.ts'
import { titleOf } from '../live-stream-facts.ts'
import { type AskingProps, useStreamCall } from './use-stream-call.ts'

/** LIVE-007, LIVE-010 */
export const CompleteDialog = ({ stream, isOpen, onClose }: AskingProps) => {
  const complete = useStreamCall(liveStreams.complete, 'complete')
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => complete(stream, 'Broadcast completed')}
      title={`Complete ${titleOf(stream)}?`}
      confirmLabel="Complete"
    >
      The broadcast ends now for everyone who watches, and its recording is finished. An encoder
      that connects afterwards begins a new broadcast.
    </ConfirmDialog>
  )
}
