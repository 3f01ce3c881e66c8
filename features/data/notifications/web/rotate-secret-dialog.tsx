import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { notificationChannels } from '../contract.ts'
import type { MadeSecret } from './channel-secret-dialog.tsx'
import { channelName } from './channel-texts.ts'
import type { ChannelEntry } from './use-channels.ts'

interface RotateSecretDialogProps {
  channel: ChannelEntry
  onClose: () => void
  onSecret: (made: MadeSecret) => void
}

export const RotateSecretDialog = ({ channel, onClose, onSecret }: RotateSecretDialogProps) => {
  const rotate = useCall(notificationChannels.rotateSecret, {
    invalidates: [notificationChannels.list],
    quiet: true,
  })
  const confirm = async () => {
    const { data } = await rotate.mutateAsync({ params: { id: channel.id } })
    if (data.signingSecret !== null)
      onSecret({ url: channelName(channel), signingSecret: data.signingSecret })
  }
  return (
    <ConfirmDialog
      isDanger
      onClose={onClose}
      onConfirm={confirm}
      doneToast="Signing secret rotated"
      title="Rotate the signing secret?"
      confirmLabel="Rotate secret"
    >
      <p className="wrap-anywhere">{channelName(channel)}</p>
      <p className="mt-2">
        The new secret is shown once. From now on messages are signed with it, and a program that
        still checks with the old one refuses them.
      </p>
    </ConfirmDialog>
  )
}
