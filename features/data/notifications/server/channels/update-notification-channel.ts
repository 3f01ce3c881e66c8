import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { notificationChannels } from '../../contract.ts'
import { changeChannel } from '../change-channel.ts'
import { presentChannel } from '../present-channel.ts'

export const updateNotificationChannel: Handlers<typeof notificationChannels>['update'] = async (
  context,
) => {
  const { row, signingSecret } = await changeChannel(
    context,
    context.params.id,
    context.body.notification_channel,
  )
  return { data: { ...presentChannel(context, row), signing_secret: signingSecret } }
}
