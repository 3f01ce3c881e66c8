import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { liveStreams } from '../../contract.ts'
import { titleOf } from '../live-stream-facts.ts'
import { type AskingProps, useStreamCall } from './use-stream-call.ts'

/** LIVE-006, LIVE-012 */
export const DisableDialog = ({ stream, isOpen, onClose }: AskingProps) => {
  const disable = useStreamCall(liveStreams.disable, 'disable')
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isDanger
      onClose={onClose}
      onConfirm={() => disable(stream, 'Live stream disabled')}
      title={`Disable ${titleOf(stream)}?`}
      confirmLabel="Disable"
    >
      {stream.status === 'active'
        ? 'The broadcast ends now and the encoder is disconnected. Encoders are refused until you enable the live stream again.'
        : 'Encoders are refused until you enable the live stream again.'}
    </ConfirmDialog>
  )
}
