import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { notificationChannels } from '../contract.ts'
import { channelName } from './channel-texts.ts'
import type { ChannelEntry } from './use-channels.ts'

interface DeleteChannelDialogProps {
  channel: ChannelEntry
  onClose: () => void
}

export const DeleteChannelDialog = ({ channel, onClose }: DeleteChannelDialogProps) => {
  const remove = useCall(notificationChannels.remove, {
    invalidates: [notificationChannels.list],
    quiet: true,
  })
  return (
    <ConfirmDialog
      isDanger
      onClose={onClose}
      onConfirm={() => remove.mutateAsync({ params: { id: channel.id } })}
      doneToast="Notification channel deleted"
      title="Delete this channel?"
      confirmLabel="Delete channel"
    >
      <p className="wrap-anywhere">{channelName(channel)}</p>
      <p className="mt-2">
        Incidents are no longer sent there, and messages that still wait are dropped.
      </p>
    </ConfirmDialog>
  )
}
