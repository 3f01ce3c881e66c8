import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { useNavigate } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { liveStreams } from '../../contract.ts'
import { titleOf } from '../live-stream-facts.ts'
import { type AskingProps, useStreamCall } from './use-stream-call.ts'

/** LIVE-009, LIVE-011 */
export const DeleteDialog = ({ stream, isOpen, onClose }: AskingProps) => {
  const path = usePath()
  const navigate = useNavigate()
  const remove = useStreamCall(liveStreams.remove, 'delete')
  const confirm = async () => {
    if (await remove(stream, 'Live stream deleted')) navigate(path('video/live-streams'))
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isDanger
      onClose={onClose}
      onConfirm={confirm}
      title={`Delete ${titleOf(stream)}?`}
      confirmLabel="Delete live stream"
    >
      Its stream key and playback IDs stop working at once. Recordings stay in the assets. This
      cannot be undone.
    </ConfirmDialog>
  )
}
